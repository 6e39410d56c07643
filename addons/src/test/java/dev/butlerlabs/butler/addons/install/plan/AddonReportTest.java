package dev.butlerlabs.butler.addons.install.plan;

import static dev.butlerlabs.butler.addons.install.plan.Scenes.NOW;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.RELEASE;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.before;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.failed;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.installed;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.look;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AddonReportTest {

  private static final Inside ILL =
      new Inside.Seen(List.of("Deployment shop/web has 0 of 1 pods ready"));

  @Test
  void point7_everyConditionIsToldInEveryCaseAndReadyMeansInstalled() {
    for (var seen : all()) {
      var report = AddonReport.of(seen, Step.of(seen));

      assertThat(report.verdicts())
          .as("%s", seen)
          .extracting(Verdict::type)
          .containsExactlyInAnyOrderElementsOf(AddonReport.TYPES);
      assertThat(verdict(report, "Ready").status() == Truth.TRUE)
          .as("%s", seen)
          .isEqualTo(report.stage() == Stage.INSTALLED);
      assertThat(verdict(report, "Installed").status() == Truth.TRUE)
          .as("%s", seen)
          .isEqualTo(report.facts().installed());
      assertThat(report.message()).as("%s", seen).isNotBlank();
      assertThat(report.verdicts())
          .allSatisfy(one -> assertThat(one.reason()).matches("[A-Z][A-Za-z]+"));
    }
  }

  @Test
  void point21_whatIsInstalledStaysSoWhenNobodyCanLook() {
    for (var inside : List.of(new Inside.Looking(), new Inside.Unseen("no answer"))) {
      for (var way : List.of(new Way.Open(), new Way.Shut("No", "no"), new Way.Gone("none"))) {
        var seen = with(with(look(before(Stage.INSTALLED, installed("a")), "a"), inside), way);

        assertThat(AddonReport.of(seen, Step.of(seen)).stage()).isEqualTo(Stage.INSTALLED);
      }
    }
  }

  @Test
  void point18_healthOfAnOlderReleaseSaysNothingAboutANewerOne() {
    var told = new Condition("Healthy", Truth.TRUE, "WorkloadsReady", "", NOW.minusSeconds(99), 1L);
    var before =
        new Before(
            Stage.UPGRADING, NOW.minusSeconds(5), installed("a"), new Conditions(List.of(told)));
    var through = new Past.Done(new Result.Deployed(installed("b")));
    var seen = with(with(look(before, "b"), new Inside.Looking()), through);

    var report = AddonReport.of(seen, Step.of(seen));

    assertThat(report.stage()).isEqualTo(Stage.UPGRADING);
    assertThat(verdict(report, "Healthy").reason()).isEqualTo("Looking");
  }

  @Test
  void healthThatWasToldStandsUntilThereIsNews() {
    var told = new Condition("Healthy", Truth.TRUE, "WorkloadsReady", "", NOW.minusSeconds(99), 1L);
    var seen =
        look(new Before(Stage.INSTALLED, NOW, installed("a"), new Conditions(List.of(told))), "a");

    var report =
        AddonReport.of(with(seen, new Inside.Looking()), new Step.Keep(Scenes.wanted("a")));

    assertThat(verdict(report, "Healthy")).isEqualTo(told.verdict());
  }

  @Test
  void point16_workloadThatFailsLaterMakesTheAddonDegraded() {
    var seen = with(look(before(Stage.INSTALLED, installed("a")), "a"), ILL);

    var report = AddonReport.of(seen, Step.of(seen));

    assertThat(report.stage()).isEqualTo(Stage.DEGRADED);
    assertThat(report.message())
        .isEqualTo(
            "release shop/web has version 1.0.0, but Deployment shop/web has 0 of 1 pods ready;"
                + " look at its pods");
    assertThat(verdict(report, "Healthy").status()).isEqualTo(Truth.FALSE);
  }

  @Test
  void point16_installedMeansThatWorkloadsServeAndTheyGetTheirTime() {
    var young = with(look(before(Stage.INSTALLING, installed("a")), "a"), ILL);
    var since = NOW.minus(Scenes.TIMEOUT);
    var old =
        with(
            look(new Before(Stage.INSTALLING, since, installed("a"), Conditions.none()), "a"), ILL);

    assertThat(AddonReport.of(young, Step.of(young)).stage()).isEqualTo(Stage.INSTALLING);
    assertThat(AddonReport.of(young, Step.of(young)).next())
        .contains(NOW.minusSeconds(60).plus(Scenes.TIMEOUT));
    assertThat(AddonReport.of(old, Step.of(old)).stage()).isEqualTo(Stage.DEGRADED);
    assertThat(AddonReport.of(old, Step.of(old)).next()).isEmpty();
  }

  @Test
  void whatCannotBeSeenForLongIsNotLookedAtAllTheTime() {
    var since = NOW.minus(Scenes.TIMEOUT.multipliedBy(3));
    var before = new Before(Stage.INSTALLING, since, installed("a"), Conditions.none());
    var seen = with(look(before, "a"), new Inside.Unseen("it cannot be watched"));

    var report = AddonReport.of(seen, Step.of(seen));

    assertThat(report.next()).isEmpty();
    assertThat(report.message()).contains("it cannot be watched");
  }

  @Test
  void failureSaysWhatWasTriedWhatToDoAndWhatStillServes() {
    var seen = with(look(before(Stage.UPGRADING, installed("a")), "b"), failed("b", 1, NOW));

    var report = AddonReport.of(seen, Step.of(seen));

    assertThat(report.stage()).isEqualTo(Stage.FAILED);
    assertThat(report.message())
        .isEqualTo(
            "fetching chart some 1.0.0 failed: it is not there (look up name and version of the"
                + " chart in its repository); version 1.0.0 still serves");
    assertThat(verdict(report, "Ready").reason()).isEqualTo("ChartMissing");
  }

  @Test
  void firstRunInstallsLaterOnesUpgradeAndTheReleaseIsClaimedBefore() {
    var fresh = look(before(Stage.PENDING, Facts.none()), "a");
    var edited = look(before(Stage.INSTALLED, installed("a")), "b");

    var first = AddonReport.of(fresh, Step.of(fresh));

    assertThat(first.stage()).isEqualTo(Stage.INSTALLING);
    assertThat(first.facts().release()).isEqualTo(RELEASE);
    assertThat(AddonReport.of(edited, Step.of(edited)).stage()).isEqualTo(Stage.UPGRADING);
    assertThat(AddonReport.of(edited, Step.of(edited)).facts()).isEqualTo(installed("a"));
  }

  @Test
  void point7_whatHelmIsAtStandsInTheMessage() {
    var busy = new Past.Busy(Past.Purpose.DEPLOY, RELEASE, "fetching chart some 1.0.0");
    var seen = with(look(before(Stage.INSTALLING, Facts.none()), "a"), busy);

    assertThat(AddonReport.of(seen, Step.of(seen)).message())
        .isEqualTo(
            "Helm is asked for release shop/web of chart some 1.0.0; fetching chart some 1.0.0");
  }

  @Test
  void point10_whatComesBeforeIsClaimedWithItAndStaysClaimed() {
    var base = new ReleaseKey("shop", "base");
    var other = new ReleaseKey("shop", "other");
    var fresh = look(before(Stage.PENDING, Facts.none()), "a");
    var claimed = Facts.none().claiming(needing("a", base));

    var first = AddonReport.of(fresh, new Step.Run(needing("a", base)));

    assertThat(first.facts().first()).containsExactly(base);
    assertThat(new Past.Done(new Result.Deployed(installed("a"))).over(claimed).first())
        .containsExactly(base);
    assertThat(claimed.claiming(needing("b", other)).releases())
        .containsExactly(RELEASE, other, base);
  }

  private static Wanted needing(String order, ReleaseKey first) {
    var wanted = Scenes.wanted(order);
    return new Wanted(
        wanted.chart(),
        List.of(new Piece(first, "https://charts.example.com", "base", "1.0.0", "")),
        wanted.values(),
        wanted.patches(),
        wanted.createNamespace(),
        wanted.podSecurity(),
        wanted.timeout(),
        wanted.fingerprint(),
        wanted.offer(),
        wanted.consent());
  }

  @Test
  void point9_whatTheCatalogOffersIsTold() {
    var seen = look(before(Stage.INSTALLED, installed("a")), "a");

    var report = AddonReport.of(seen, new Step.Keep(offered(Optional.empty())));

    assertThat(report.message())
        .contains("the catalog offers 2.0.0, write it into spec.version to upgrade")
        .contains("the catalog's values have changed");
    assertThat(report.next()).isEmpty();
  }

  @Test
  void point9_offerIsToldOnlyTogetherWithWhatItWouldChange() {
    var seen = look(before(Stage.INSTALLED, installed("a")), "a");

    var report = AddonReport.of(seen, new Step.Keep(offered(Optional.empty())).untried());

    assertThat(report).isEqualTo(AddonReport.of(seen, new Step.Keep(Scenes.wanted("a"))));
  }

  @Test
  void point9_olderOfferIsNoUpgrade() {
    var seen = look(before(Stage.INSTALLED, installed("a")), "a");

    var report = AddonReport.of(seen, new Step.Keep(offered("0.9.0", Optional.empty())));

    assertThat(report.message())
        .contains("the catalog offers 0.9.0, write it into spec.version to take it");
  }

  @Test
  void point9_whatIsTakenLaterIsToldWithItsTime() {
    var seen = look(before(Stage.INSTALLED, installed("a")), "a");
    var night = NOW.plusSeconds(3_600);

    var report = AddonReport.of(seen, new Step.Keep(offered(Optional.of(night))));

    assertThat(report.message())
        .contains("the catalog offers 2.0.0, which is taken from 2026-03-01T13:00:00Z on");
    assertThat(report.next()).contains(night);
  }

  private static Wanted offered(Optional<Instant> due) {
    return offered("2.0.0", due);
  }

  private static Wanted offered(String version, Optional<Instant> due) {
    var wanted = Scenes.wanted("a");
    var chart = wanted.chart();
    var newer =
        new Wanted(
            new Piece(chart.release(), chart.repository(), chart.chart(), version, ""),
            List.of(),
            wanted.values(),
            List.of(),
            true,
            wanted.podSecurity(),
            wanted.timeout(),
            new Fingerprint("b", "another"),
            new Offer.None(),
            Consent.NONE);
    return new Wanted(
        chart,
        List.of(),
        wanted.values(),
        List.of(),
        true,
        wanted.podSecurity(),
        wanted.timeout(),
        new Fingerprint("a", "another"),
        new Offer.Open(newer, due, ""),
        Consent.NONE);
  }

  private static Verdict verdict(AddonReport report, String type) {
    return report.verdicts().stream()
        .filter(one -> one.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  /** Every stage, with everything that can be seen. */
  private static List<Look> all() {
    var all = new ArrayList<Look>();
    var resolutions =
        List.<Resolution>of(
            new Resolution.Clear(Scenes.wanted("a")),
            new Resolution.Clear(Scenes.wanted("b")),
            new Resolution.Faulty(List.of(new Problem("spec", "is wrong", ""))));
    var ways = List.<Way>of(new Way.Open(), new Way.Shut("No", "no"), new Way.Gone("none"));
    var pasts =
        List.<Past>of(
            new Past.Idle(),
            new Past.Busy(Past.Purpose.DEPLOY, RELEASE),
            new Past.Done(new Result.Deployed(installed("b"))),
            failed("b", 1, NOW));
    var insides = List.<Inside>of(new Inside.Looking(), new Inside.Unseen("no"), ILL);
    var gone = Difference.missing(new Part("", "ConfigMap", "shop", "web"));
    var drifts =
        List.of(
            new Drift.Unknown(),
            new Drift.Unclear("no answer"),
            new Drift.None(),
            new Drift.Standing(List.of(gone), false),
            new Drift.Standing(List.of(gone), true),
            new Drift.Contested(List.of(gone), List.of("somebody")),
            new Drift.Replaced(3),
            new Drift.Gone(false),
            new Drift.Gone(true));
    for (var stage : Stage.values()) {
      for (var facts : List.of(Facts.none(), installed("a"))) {
        for (var resolution : resolutions) {
          for (var way : ways) {
            for (var past : pasts) {
              for (var inside : insides) {
                for (var unmet : List.of(List.<String>of(), List.of("db is missing"))) {
                  for (var drift : drifts) {
                    for (var paused : List.of(true, false)) {
                      all.add(
                          new Look(
                              before(stage, facts),
                              resolution,
                              way,
                              unmet,
                              past,
                              inside,
                              drift,
                              paused,
                              NOW));
                    }
                  }
                }
              }
            }
          }
        }
      }
    }
    return all;
  }
}
