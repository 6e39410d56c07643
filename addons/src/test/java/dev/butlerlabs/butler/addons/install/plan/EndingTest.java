package dev.butlerlabs.butler.addons.install.plan;

import static dev.butlerlabs.butler.addons.install.plan.Scenes.NOW;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.RELEASE;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.installed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.install.plan.Past.Purpose;
import dev.butlerlabs.butler.api.addons.LeftoverPolicy;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EndingTest {

  private static final Way SHUT = new Way.Shut("KubeconfigUnreadable", "there is no key");

  @Test
  void point10_releaseThatCannotBeTakenAwayKeepsTheAddonAndSaysWhy() {
    var shut = seen(SHUT, new Past.Idle(), false, Optional.empty());
    var failed = seen(new Way.Open(), failure(NOW), false, Optional.empty());

    assertThat(Ending.of(shut))
        .isEqualTo(
            new Ending.Hold(
                "KubeconfigUnreadable", "release shop/web is still installed: there is no key"));
    assertThat(Ending.of(failed))
        .isEqualTo(new Ending.Pause(Scenes.refusal(), NOW.plusSeconds(10)));
    assertThat(Ending.report(failed, Ending.of(failed)).message()).contains("it is not there");
    assertThat(Ending.report(failed, Ending.of(failed)).stage()).isEqualTo(Stage.DELETING);
    assertThat(
            Ending.of(seen(new Way.Open(), failure(NOW.minusSeconds(60)), false, Optional.empty())))
        .isEqualTo(new Ending.Uninstall(RELEASE));
  }

  @Test
  void point10_releaseIsLeftBehindOnlyByWishAndNotWithoutAWord() {
    var orphan = seen(new Way.Open(), new Past.Idle(), true, Optional.empty());
    var forced = seen(SHUT, new Past.Idle(), false, Optional.of(NOW));
    var tooEarly = seen(SHUT, new Past.Idle(), false, Optional.of(NOW.plusSeconds(1)));
    var failing = seen(new Way.Open(), failure(NOW), false, Optional.of(NOW));

    assertThat(leftovers(orphan)).contains("release shop/web stays", "spec.deletionPolicy");
    assertThat(leftovers(forced)).contains("release shop/web stays", "there is no key");
    assertThat(leftovers(failing)).contains("release shop/web stays", "it is not there");
    assertThat(Ending.of(tooEarly)).isInstanceOf(Ending.Hold.class);
    assertThat(Ending.report(tooEarly, Ending.of(tooEarly)).next()).contains(NOW.plusSeconds(1));
  }

  @Test
  void withTheClusterItsReleasesAreGone() {
    assertThat(leftovers(seen(new Way.Gone("none"), new Past.Idle(), false, Optional.empty())))
        .isEmpty();
  }

  @Test
  void addonThatNeverHadAReleaseGoesAtOnce() {
    var never =
        new Ending.Look(
            Facts.none(), SHUT, new Past.Idle(), Set.of(), false, Optional.empty(), NOW);

    assertThat(Ending.of(never)).isEqualTo(new Ending.LetGo(""));
  }

  @Test
  void point2_whoeverIsNeededWaits() {
    var needed =
        new Ending.Look(
            installed("a"),
            new Way.Open(),
            new Past.Idle(),
            Set.of("app"),
            false,
            Optional.empty(),
            NOW);

    assertThat(Ending.of(needed))
        .isEqualTo(new Ending.Hold("StillNeeded", "app needs it; delete that first"));
  }

  @Test
  void installationThatIsUnderWayIsCalledOffBeforeItIsTakenAway() {
    var busy = new Past.Busy(Purpose.DEPLOY, RELEASE);
    var never =
        new Ending.Look(Facts.none(), new Way.Open(), busy, Set.of(), false, Optional.empty(), NOW);
    var calledOff =
        new Ending.Look(
            Facts.none(),
            new Way.Open(),
            Scenes.failed("a", 1, NOW),
            Set.of(),
            false,
            Optional.empty(),
            NOW);

    assertThat(Ending.of(never)).isEqualTo(new Ending.CallOff());
    assertThat(Ending.of(calledOff)).isEqualTo(new Ending.Uninstall(RELEASE));
  }

  @Test
  void removalUnderWayIsAttendedAndWhatStaysIsTold() {
    var busy =
        seen(new Way.Open(), new Past.Busy(Purpose.REMOVE, RELEASE), false, Optional.empty());
    var done = new Past.Done(new Result.Removed(List.of("PersistentVolumeClaim data")));

    assertThat(Ending.of(busy)).isEqualTo(new Ending.Attend());
    assertThat(leftovers(seen(new Way.Open(), done, false, Optional.empty())))
        .isEqualTo("what stays: PersistentVolumeClaim data; delete by hand what nobody needs");
  }

  @Test
  void point30_noMoreStaysInASentenceThanItHolds() {
    var many =
        IntStream.range(0, 60).mapToObj("CustomResourceDefinition/x%d.example.com"::formatted);
    var done = new Past.Done(new Result.Removed(many.toList()));

    assertThat(leftovers(seen(new Way.Open(), done, false, Optional.empty())))
        .hasSizeLessThan(1000)
        .contains("x7.example.com and 52 more")
        .doesNotContain("x8.");
  }

  @Test
  void point30_whatWasPurgedIsToldBesideWhatStays() {
    var done =
        new Past.Done(
            new Result.Removed(List.of("Namespace/shop (holds ConfigMap a)"), List.of("it/x")));
    var end = Ending.of(seen(new Way.Open(), done, false, Optional.empty()));

    assertThat(end)
        .isEqualTo(
            new Ending.LetGo(
                "what stays: Namespace/shop (holds ConfigMap a); delete by hand what nobody needs",
                "purged, as spec.leftovers wants: it/x"));
  }

  @Test
  void point30_anotherWishForWhatStaysIsTriedAtOnce() {
    var held = held(Ending.order(LeftoverPolicy.ALL));

    assertThat(Ending.of(purging(held, LeftoverPolicy.ALL, Optional.empty())))
        .isInstanceOf(Ending.Pause.class);
    assertThat(Ending.of(purging(held, LeftoverPolicy.KEEP, Optional.empty())))
        .isEqualTo(new Ending.Uninstall(RELEASE));
  }

  @Test
  void point30_whatIsHeldTooLongIsToldWithoutTheReleaseThatIsGone() {
    var held = held(Ending.order(LeftoverPolicy.ALL));
    var late = Ending.of(purging(held, LeftoverPolicy.ALL, Optional.of(NOW)));

    assertThat(((Ending.LetGo) late).leftovers())
        .contains("deleting it failed", "web (example.com/x)")
        .doesNotContain("release shop/web");
  }

  private static Past.Failed held(String order) {
    var refusal = Refusal.of(Cause.LEFTOVERS_HELD, "deleting it", "web (example.com/x)");
    return new Past.Failed(Purpose.REMOVE, RELEASE, order, 1, NOW, refusal);
  }

  private static Ending.Look purging(Past past, LeftoverPolicy policy, Optional<Instant> force) {
    return new Ending.Look(
        installed("a"), new Way.Open(), past, Set.of(), false, force, policy, NOW);
  }

  private static String leftovers(Ending.Look seen) {
    assertThat(Ending.of(seen)).isInstanceOf(Ending.LetGo.class);
    return ((Ending.LetGo) Ending.of(seen)).leftovers();
  }

  private static Past failure(Instant at) {
    return new Past.Failed(Purpose.REMOVE, RELEASE, "", 1, at, Scenes.refusal());
  }

  private static Ending.Look seen(Way way, Past past, boolean orphan, Optional<Instant> force) {
    return new Ending.Look(installed("a"), way, past, Set.of(), orphan, force, NOW);
  }
}
