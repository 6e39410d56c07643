package dev.butlerlabs.butler.addons.catalog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.UpgradePolicy;
import dev.butlerlabs.butler.api.addons.UpgradePolicy.Day;
import dev.butlerlabs.butler.api.addons.UpgradePolicy.Mode;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UpgradesTest {

  /** A Wednesday. */
  private static final Instant NOON = Instant.parse("2026-03-04T12:00:00Z");

  @ParameterizedTest
  @CsvSource({
    "1.2.3, 1.2.4, true",
    "1.2.3, v1.2.10, true",
    "v1.2.3, v1.2.3, true",
    "1.2.3-rc.1, 1.2.3, true",
    "1.2.3-rc.9, 1.2.3-rc.10, true",
    "1.2.3-rc.10, 1.2.3-rc.9, false",
    "1.2.3-1, 1.2.3-rc, true",
    "1.2.3-rc, 1.2.3-rc.1, true",
    "1.2.3, 1.3.0, false",
    "1.2.3, 2.2.4, false",
    "1.2.3, 1.2.2, false",
    "1.2.3, 1.2.3-rc.1, false",
    "1.2, 1.2.1, false",
    "latest, 1.2.1, false",
    "latest, latest, true"
  })
  void point9_patchTakesNewerPatchesOfTheSameMinor(
      String installed, String offered, boolean taken) {
    assertThat(upgrades(Mode.PATCH, null, NOON).takes(installed, offered)).isEqualTo(taken);
    assertThat(upgrades(Mode.PATCH, null, NOON).due(installed, offered)).isEmpty();
  }

  @Test
  void point9_withoutAPolicyNothingIsTaken() {
    assertThat(new Upgrades(null, new Turn.Now(), NOON).takes("1.0.0", "1.0.1")).isFalse();
    assertThat(upgrades(Mode.MANUAL, null, NOON).takes("1.0.0", "1.0.1")).isFalse();
    assertThat(upgrades(Mode.MANUAL, null, NOON).due("1.0.0", "1.0.1")).isEmpty();
  }

  /** The last one is in summer time. */
  @ParameterizedTest
  @CsvSource({
    "2026-03-07T00:59:59Z, false, 2026-03-07T01:00:00Z",
    "2026-03-07T01:00:00Z, true, 2026-03-14T01:00:00Z",
    "2026-03-07T04:59:59Z, true, 2026-03-14T01:00:00Z",
    "2026-03-07T05:00:00Z, false, 2026-03-14T01:00:00Z",
    "2026-04-04T00:00:00Z, true, 2026-04-11T00:00:00Z"
  })
  void point9_windowTakesWhatIsNewerWhileItIsOpen(Instant now, boolean open, Instant next) {
    var saturday = new UpgradePolicy.Window(List.of(Day.SAT), "02:00", "4h", "Europe/Zurich");
    var upgrades = upgrades(Mode.WINDOW, saturday, now);

    assertThat(upgrades.takes("1.0.0", "2.0.0")).isEqualTo(open);
    assertThat(upgrades.due("1.0.0", "2.0.0")).contains(next);
    assertThat(upgrades.takes("2.0.0", "1.0.0")).isFalse();
    assertThat(upgrades.due("2.0.0", "1.0.0")).isEmpty();
  }

  @Test
  void point9_windowMayReachOverMidnightAndOpenEveryDay() {
    var nights = new UpgradePolicy.Window(List.of(), "22:00", "5h", null);

    assertThat(takes(nights, "2026-03-04T21:59:00Z")).isFalse();
    assertThat(takes(nights, "2026-03-04T23:30:00Z")).isTrue();
    assertThat(takes(nights, "2026-03-05T02:59:00Z")).isTrue();
    assertThat(takes(nights, "2026-03-05T03:00:00Z")).isFalse();
  }

  @Test
  void point9_startThatClocksLeaveOutComesLater() {
    var missing = new UpgradePolicy.Window(List.of(Day.SUN), "02:30", "1h", "Europe/Zurich");

    assertThat(takes(missing, "2026-03-29T01:29:00Z")).isFalse();
    assertThat(takes(missing, "2026-03-29T01:30:00Z")).isTrue();
  }

  @Test
  void point9_zoneThatDoesNotExistIsRefusedAndTakesNothing() {
    var lost = new UpgradePolicy.Window(List.of(), "00:00", "24h", "Europe/Atlantis");

    assertThat(Upgrades.check(new UpgradePolicy(Mode.WINDOW, lost)))
        .singleElement()
        .asString()
        .contains("spec.upgradePolicy.window.timeZone", "Europe/Atlantis");
    assertThat(takes(lost, "2026-03-04T12:00:00Z")).isFalse();
    assertThat(Upgrades.check(null)).isEmpty();
  }

  private static boolean takes(UpgradePolicy.Window window, String now) {
    return upgrades(Mode.WINDOW, window, Instant.parse(now)).takes("1.0.0", "2.0.0");
  }

  private static Upgrades upgrades(Mode mode, UpgradePolicy.@Nullable Window window, Instant now) {
    return new Upgrades(new UpgradePolicy(mode, window), new Turn.Now(), now);
  }
}
