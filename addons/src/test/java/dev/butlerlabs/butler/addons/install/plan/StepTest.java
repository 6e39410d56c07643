package dev.butlerlabs.butler.addons.install.plan;

import static dev.butlerlabs.butler.addons.install.plan.Scenes.NOW;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.RELEASE;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.before;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.failed;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.installed;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.look;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.kernel.Problem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StepTest {

  private static final Look FRESH = look(before(Stage.PENDING, Facts.none()), "a");
  private static final Look SETTLED = look(before(Stage.INSTALLED, installed("a")), "a");
  private static final Look EDITED = look(before(Stage.INSTALLED, installed("a")), "b");

  @Test
  void point21_whatWasInstalledAsWantedIsNotInstalledAnewWhateverHappensAround() {
    for (var way :
        List.of(new Way.Open(), new Way.Shut("No", "no"), new Way.Gone("there is none"))) {
      for (var stage : Stage.values()) {
        for (var inside :
            List.of(new Inside.Looking(), new Inside.Unseen("no"), new Inside.Seen(List.of("x")))) {
          var seen = with(with(look(before(stage, installed("a")), "a"), way), inside);

          assertThat(Step.of(seen)).isInstanceOf(Step.Keep.class);
        }
      }
    }
  }

  @Test
  void helmIsAskedForWhatIsNewAndForWhatWasEdited() {
    assertThat(Step.of(FRESH)).isInstanceOf(Step.Run.class);
    assertThat(Step.of(EDITED)).isInstanceOf(Step.Run.class);
  }

  @Test
  void nothingIsAskedWhileTheClusterOrADependencyIsNotThere() {
    var alone =
        new Look(
            FRESH.before(),
            FRESH.resolution(),
            FRESH.way(),
            List.of("TenantAddon db is not installed yet"),
            FRESH.past(),
            FRESH.inside(),
            FRESH.drift(),
            false,
            NOW);

    assertThat(Step.of(with(FRESH, new Way.Shut("ClusterNotReady", "not yet"))))
        .isEqualTo(new Step.Await("ClusterNotReady", "not yet"));
    assertThat(Step.of(with(FRESH, new Way.Gone("there is none"))))
        .isEqualTo(new Step.Await("ClusterMissing", "there is none"));
    assertThat(Step.of(alone))
        .isEqualTo(new Step.Await("DependenciesNotMet", "TenantAddon db is not installed yet"));
  }

  @Test
  void whatHelmIsAtIsNotAskedTwiceEvenWhenSomebodyEdits() {
    var busy = new Past.Busy(Past.Purpose.DEPLOY, RELEASE);

    assertThat(Step.of(with(FRESH, busy))).isInstanceOf(Step.Attend.class);
    assertThat(Step.of(with(EDITED, busy))).isInstanceOf(Step.Attend.class);
    assertThat(Step.of(with(faulty(FRESH), busy))).isInstanceOf(Step.Attend.class);
  }

  @Test
  void point17_whatNobodyWantsAnyMoreIsCalledOff() {
    var outdated = new Past.Busy(Past.Purpose.DEPLOY, RELEASE, "fetching", true);

    assertThat(Step.of(with(FRESH, outdated)))
        .isInstanceOfSatisfying(
            Step.CallOff.class,
            step ->
                assertThat(step.sentence())
                    .contains("before the edit is called off")
                    .endsWith("; fetching"));
    assertThat(Step.of(with(FRESH, new Past.Busy(Past.Purpose.DEPLOY, RELEASE))))
        .as("the edit asks for the same, or for it again")
        .isInstanceOf(Step.Attend.class);
  }

  @Test
  void whatWasCalledOffHalfWayIsDoneAnewAlsoWhenItIsWantedAsItWasBefore() {
    var off = new Past.CalledOff(RELEASE);

    assertThat(Step.of(with(SETTLED, off))).isInstanceOf(Step.Run.class);
    assertThat(Step.of(with(FRESH, off))).isInstanceOf(Step.Run.class);
    assertThat(with(FRESH, off).facts().release()).isEqualTo(RELEASE);
  }

  @Test
  void whatHelmDidIsToldBeforeAnythingElse() {
    var done = new Past.Done(new Result.Deployed(installed("a")));

    assertThat(Step.of(with(FRESH, done))).isInstanceOf(Step.Settle.class);
    assertThat(with(FRESH, done).facts()).isEqualTo(installed("a"));
    assertThat(with(faulty(FRESH), done).facts()).isEqualTo(installed("a"));
  }

  @Test
  void releaseStaysClaimedAlthoughTheCacheIsLate() {
    for (Past past : List.of(new Past.Busy(Past.Purpose.DEPLOY, RELEASE), failed("a", 1, NOW))) {
      var late = with(FRESH, past);

      assertThat(AddonReport.of(late, Step.of(late)).facts().release()).isEqualTo(RELEASE);
    }
  }

  @Test
  void point18_pausesAfterFailuresGrowToTenMinutesAndAnEditEndsThem() {
    var pauses = new ArrayList<Duration>();
    for (var times = 1; times <= 9; times++) {
      pauses.add(Duration.between(NOW, failed("a", times, NOW).due()));
    }

    assertThat(pauses).isSorted().first().isEqualTo(Duration.ofSeconds(10));
    assertThat(pauses.get(1)).isEqualTo(Duration.ofSeconds(20));
    assertThat(pauses.getLast()).isEqualTo(Duration.ofMinutes(10));
    assertThat(Step.of(with(FRESH, failed("a", 1, NOW.minusSeconds(9)))))
        .isEqualTo(new Step.Pause(Scenes.refusal(), NOW.plusSeconds(1), Scenes.wanted("a")));
    assertThat(Step.of(with(FRESH, failed("a", 1, NOW.minusSeconds(10)))))
        .isInstanceOf(Step.Run.class);
    assertThat(Step.of(with(FRESH, failed("other", 5, NOW)))).isInstanceOf(Step.Run.class);
    assertThat(Scenes.wanted("a").with(new Consent(true, false, "")).attempt())
        .as("consent is something new to try")
        .isNotEqualTo(Scenes.wanted("a").attempt());
  }

  @Test
  void point18_whatFailsInVainAndChangesTheClusterEachTimeRestsForHours() {
    var begun = Refusal.of(Cause.OBJECT_REFUSED, "upgrading", "it is invalid").onceBegun();
    var passing = Refusal.of(Cause.QUOTA_EXCEEDED, "upgrading", "exceeded").onceBegun();
    var pauses = new ArrayList<Duration>();
    for (var times = 1; times <= 9; times++) {
      pauses.add(Duration.between(NOW, because(begun, times).due()));
    }

    assertThat(pauses).isSorted().first().isEqualTo(Duration.ofMinutes(10));
    assertThat(pauses.get(1)).isEqualTo(Duration.ofMinutes(20));
    assertThat(pauses.getLast()).isEqualTo(Duration.ofHours(6));
    assertThat(because(passing, 9).due()).isEqualTo(NOW.plusSeconds(600));
    assertThat(because(Scenes.refusal(), 9).due())
        .as("nothing was changed")
        .isEqualTo(NOW.plusSeconds(600));
    var seen = with(EDITED, because(begun, 2));
    assertThat(AddonReport.of(seen, Step.of(seen)).message())
        .contains(
            "version 1.0.0 still serves",
            "tried again at 2026-03-01T12:20:00Z",
            "edited or the annotation butler.butlerlabs.dev/refresh");
    assertThat(Scenes.wanted("a").with(new Consent(false, false, "now")).attempt())
        .as("somebody wants it tried again")
        .isNotEqualTo(Scenes.wanted("a").attempt());
  }

  private static Past.Failed because(Refusal refusal, int times) {
    return new Past.Failed(
        Past.Purpose.DEPLOY, RELEASE, Scenes.wanted("b").attempt(), times, NOW, refusal);
  }

  @Test
  void failuresOfTheSameAreCountedOnAndThoseOfAnotherBeginAnew() {
    var later = NOW.plusSeconds(60);

    assertThat(failed("a", 1, later).after(failed("a", 4, NOW)).failures()).isEqualTo(5);
    assertThat(failed("b", 1, later).after(failed("a", 4, NOW)).failures()).isEqualTo(1);
  }

  @Test
  void pausedAddonIsLeftAsItIs() {
    var paused =
        new Look(
            EDITED.before(),
            EDITED.resolution(),
            EDITED.way(),
            List.of(),
            EDITED.past(),
            EDITED.inside(),
            EDITED.drift(),
            true,
            NOW);

    assertThat(Step.of(paused)).isInstanceOf(Step.Stop.class);
    assertThat(AddonReport.of(paused, Step.of(paused)).stage()).isEqualTo(Stage.INSTALLED);
  }

  @Test
  void point16_releaseThatIsGoneIsInstalledAnewOnlyByWish() {
    assertThat(Step.of(with(SETTLED, new Drift.Gone(true)))).isInstanceOf(Step.Run.class);
    assertThat(Step.of(with(SETTLED, new Drift.Gone(false)))).isInstanceOf(Step.Keep.class);
  }

  @Test
  void settledAddonAsksForNothing() {
    var report = AddonReport.of(SETTLED, Step.of(SETTLED));

    assertThat(report.stage()).isEqualTo(Stage.INSTALLED);
    assertThat(report.next()).isEmpty();
    assertThat(report.message()).isEqualTo("release shop/web has version 1.0.0");
  }

  @Test
  void point26_addonWaitsForWhatIsNotKnownOfItsCluster() {
    var unknown = resolved(new Resolution.Unknown("the cluster has no endpoint yet"));
    var step = Step.of(unknown);

    assertThat(step)
        .isEqualTo(new Step.Await("ParameterUnknown", "the cluster has no endpoint yet"));
    assertThat(AddonReport.of(unknown, step).stage()).isEqualTo(Stage.PENDING);
    assertThat(Step.of(with(unknown, new Way.Shut("ClusterNotReady", "it is being made"))))
        .isEqualTo(new Step.Await("ClusterNotReady", "it is being made"));
  }

  @Test
  void point27_firstInstallationWaitsForWhatHasToBeOnTheCluster() {
    var held = ahead(FRESH);
    var step = Step.of(held);
    var report = AddonReport.of(held, step);

    assertThat(step).isEqualTo(new Step.Await("PreflightUnmet", "StorageClass is not there"));
    assertThat(report.stage()).isEqualTo(Stage.PENDING);
    assertThat(report.message()).isEqualTo("waits: StorageClass is not there");
    assertThat(report.verdicts())
        .anySatisfy(
            one -> {
              assertThat(one.type()).isEqualTo("Ready");
              assertThat(one.reason()).isEqualTo("PreflightUnmet");
            });
  }

  @Test
  void point27_whatIsInstalledOrBegunIsNotHeldBack() {
    assertThat(Step.of(ahead(SETTLED))).isInstanceOf(Step.Keep.class);
    assertThat(Step.of(ahead(EDITED))).isInstanceOf(Step.Run.class);
    assertThat(Step.of(ahead(with(SETTLED, new Drift.Gone(true))))).isInstanceOf(Step.Run.class);
  }

  private static Look ahead(Look seen) {
    return new Look(
        seen.before(),
        seen.resolution(),
        seen.way(),
        seen.unmet(),
        new Ahead.Missing("StorageClass is not there"),
        seen.past(),
        seen.inside(),
        seen.drift(),
        false,
        seen.now());
  }

  private static Look resolved(Resolution resolution) {
    return new Look(
        FRESH.before(),
        resolution,
        FRESH.way(),
        FRESH.unmet(),
        FRESH.past(),
        FRESH.inside(),
        FRESH.drift(),
        false,
        FRESH.now());
  }

  private static Look faulty(Look seen) {
    return new Look(
        seen.before(),
        new Resolution.Faulty(List.of(new Problem("spec.addon", "is wrong", "write another"))),
        seen.way(),
        seen.unmet(),
        seen.past(),
        seen.inside(),
        seen.drift(),
        false,
        seen.now());
  }
}
