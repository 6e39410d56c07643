package dev.butlerlabs.butler.addons.install.plan;

import static dev.butlerlabs.butler.addons.install.plan.Scenes.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ContestTest {

  @Test
  void point16_fiveRepairsWithinAMinuteAreAFightAndAreLeftForTenMinutes() {
    var contest = Contest.none();
    for (var i = 0; i < 4; i++) {
      contest = contest.repaired(NOW.plusSeconds(i));
      assertThat(contest.resting(NOW.plusSeconds(i))).isFalse();
    }

    contest = contest.repaired(NOW.plusSeconds(59));

    assertThat(contest.resting(NOW.plusSeconds(60))).isTrue();
    assertThat(contest.resting(NOW.plusSeconds(59 + 600))).isFalse();
  }

  @Test
  void point16_repairsFarApartAreNoFight() {
    var contest = Contest.none();
    for (var i = 0; i < 20; i++) {
      contest = contest.repaired(NOW.plusSeconds(20L * i));
    }

    assertThat(contest.resting(NOW.plusSeconds(400))).isFalse();
  }
}
