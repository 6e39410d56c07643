package dev.butlerlabs.butler.addons.catalog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.catalog.plan.Follower.Health;
import dev.butlerlabs.butler.addons.catalog.plan.Follower.Reach;
import dev.butlerlabs.butler.api.addons.AddonDefinitionStatus.RolloutState;
import dev.butlerlabs.butler.api.addons.AddonDefinitionStatus.WaveState;
import dev.butlerlabs.butler.api.addons.Rollout;
import dev.butlerlabs.butler.api.addons.Rollout.Wave;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WavesTest {

  private static final Instant NOW = Instant.parse("2026-03-04T12:00:00Z");
  private static final Map<String, String> CANARY = Map.of("stage", "canary");
  private static final Rollout TWO =
      new Rollout(
          List.of(new Wave("canary", CANARY, null, "30m"), new Wave("rest", Map.of(), 2, null)),
          null);

  private final List<Follower> all = new ArrayList<>();

  @Test
  void point9_canaryBeginsAndTheRestWaitsForIt() {
    add("a", CANARY, false, Health.SERVES, 3_600);
    add("b", Map.of(), false, Health.SERVES, 3_600);

    assertThat(turn("a")).isEqualTo(new Turn.Now());
    assertThat(why("b")).isEqualTo("wave canary comes first, and shop/a is not through");
  }

  @Test
  void point9_howFarARolloutIsFollowsFromTheSame() {
    add("a", CANARY, true, Health.SERVES, 60);
    add("b", CANARY, true, Health.UNDER_WAY, 60);
    add("c", Map.of(), false, Health.SERVES, 60);
    var canary = new Wave("canary", CANARY, null, null);

    assertThat(state(TWO, all))
        .isEqualTo(
            new RolloutState(
                "2.0.0",
                3,
                1,
                0,
                List.of(
                    new WaveState("canary", 2, 1, List.of()),
                    new WaveState("rest", 1, 0, List.of())),
                null));
    assertThat(state(new Rollout(List.of(canary), null), all).outside()).isEqualTo(1);
  }

  @Test
  void point9_whyARolloutStandsStillIsTold() {
    add("b", CANARY, true, Health.SICK, 60);
    add("c", Map.of(), false, Health.SERVES, 60);

    assertThat(state(TWO, all).halted())
        .isEqualTo(
            "TenantAddon shop/b does not serve; it goes on when that is mended or follows no more");
    assertThat(state(TWO, all).waves().getFirst().failed()).containsExactly("shop/b");
    assertThat(state(new Rollout(TWO.waves(), true), all).halted()).startsWith("it is paused");
    assertThat(state(new Rollout(TWO.waves(), true), all.subList(0, 1)).halted())
        .as("nobody has anything to take")
        .isNull();
  }

  @Test
  void point9_nextWaveBeginsWhenTheOneBeforeHasServedLongEnough() {
    add("a", CANARY, true, Health.SERVES, 60);
    add("b", Map.of(), false, Health.SERVES, 3_600);

    var until = NOW.plusSeconds(29 * 60);
    assertThat(turn("b"))
        .isEqualTo(new Turn.Later("wave canary has to serve until " + until, Optional.of(until)));
    assertThat(new Waves(TWO, all, _ -> true).turn(key("b"), until)).isEqualTo(new Turn.Now());
  }

  @Test
  void point9_whoeverDoesNotServeHaltsAllButItself() {
    add("a", CANARY, true, Health.SICK, 3_600);
    add("b", CANARY, false, Health.SERVES, 3_600);
    add("c", Map.of(), false, Health.SERVES, 3_600);

    assertThat(why("b")).isEqualTo("halted: shop/a does not serve");
    assertThat(why("c")).isEqualTo("halted: shop/a does not serve");
    all.set(0, new Follower(key("a"), CANARY, false, Health.SICK, NOW, Reach.ANSWERS));
    assertThat(turn("a")).as("it may take what heals it").isEqualTo(new Turn.Now());
    all.set(0, new Follower(key("a"), CANARY, true, Health.SERVES, NOW, Reach.ANSWERS));
    assertThat(turn("b")).as("it goes on by itself").isEqualTo(new Turn.Now());
  }

  @Test
  void point9_noMoreThanMaxParallelTakeItAtTheSameTime() {
    for (var name : List.of("b", "c", "d", "e")) {
      add(name, Map.of(), false, Health.SERVES, 3_600);
    }
    assertThat(turn("b")).isEqualTo(new Turn.Now());
    assertThat(turn("c")).isEqualTo(new Turn.Now());
    assertThat(why("d"))
        .isEqualTo("2 of wave rest take it at the same time, and others come first");

    all.set(0, new Follower(key("b"), Map.of(), true, Health.UNDER_WAY, NOW, Reach.ANSWERS));
    assertThat(turn("c")).isEqualTo(new Turn.Now());
    assertThat(turn("d")).isNotEqualTo(new Turn.Now());
    all.set(0, new Follower(key("b"), Map.of(), true, Health.SERVES, NOW, Reach.ANSWERS));
    assertThat(turn("d")).isEqualTo(new Turn.Now());
    assertThat(turn("e")).isNotEqualTo(new Turn.Now());
  }

  @Test
  void point9_clusterThatSleepsHoldsNobodyUp() {
    all.add(new Follower(key("a"), CANARY, false, Health.SERVES, NOW, Reach.RESTS));
    add("b", Map.of(), false, Health.SERVES, 3_600);

    assertThat(turn("b")).isEqualTo(new Turn.Now());
  }

  @Test
  void point9_clusterThatBreaksOnceItHasTakenItHaltsTheRollout() {
    all.add(new Follower(key("a"), CANARY, true, Health.SERVES, Instant.EPOCH, Reach.LOST));
    add("b", Map.of(), false, Health.SERVES, 3_600);

    assertThat(why("b"))
        .isEqualTo("halted: the cluster of shop/a does not answer since that took it");
    var told = state(TWO, all);
    assertThat(told.halted())
        .isEqualTo(
            "the cluster of TenantAddon shop/a does not answer since that took it; it goes on when the cluster serves again or the addon follows no more");
    assertThat(told.waves().getFirst()).isEqualTo(new WaveState("canary", 1, 0, List.of("shop/a")));
    all.set(0, new Follower(key("a"), CANARY, true, Health.SICK, Instant.EPOCH, Reach.LOST));
    assertThat(turn("b")).as("sick, then broken").isNotEqualTo(new Turn.Now());
    all.set(0, new Follower(key("a"), CANARY, false, Health.UNDER_WAY, Instant.EPOCH, Reach.LOST));
    assertThat(turn("b")).as("half way").isNotEqualTo(new Turn.Now());
    all.set(0, new Follower(key("a"), CANARY, false, Health.SERVES, Instant.EPOCH, Reach.RESTS));
    assertThat(turn("b")).as("it had not begun").isEqualTo(new Turn.Now());
  }

  @Test
  void point9_clusterThatFallsAsleepCountsAsItWas() {
    all.add(new Follower(key("a"), CANARY, true, Health.SERVES, Instant.EPOCH, Reach.RESTS));
    add("b", Map.of(), false, Health.SERVES, 3_600);

    assertThat(turn("b")).isEqualTo(new Turn.Now());
    all.set(0, new Follower(key("a"), CANARY, true, Health.SICK, Instant.EPOCH, Reach.RESTS));
    assertThat(why("b")).isEqualTo("halted: shop/a does not serve");
    all.set(0, new Follower(key("a"), CANARY, true, Health.UNDER_WAY, NOW, Reach.RESTS));
    assertThat(why("b")).isEqualTo("wave canary comes first, and shop/a is not through");
  }

  @Test
  void point9_waveThatHasNoClusterHaltsTheRollout() {
    add("b", Map.of(), false, Health.SERVES, 3_600);
    Predicate<Wave> none = wave -> !wave.name().equals("canary");
    var mend =
        "wave canary has no cluster; mend its clusterLabels, give a cluster these labels, or take the wave away";

    assertThat(new Waves(TWO, all, none).turn(key("b"), NOW))
        .isEqualTo(new Turn.Later("halted: " + mend, Optional.empty()));
    assertThat(new Waves(TWO, all, none).state("2.0.0").halted()).isEqualTo(mend);
    assertThat(turn("b")).as("there is one, where nothing follows").isEqualTo(new Turn.Now());
    assertThat(new Waves(TWO, List.of(), none).state("2.0.0").halted())
        .as("nobody follows")
        .isNull();
  }

  @Test
  void point9_pausedRolloutAndClusterWithoutAWaveAreTold() {
    add("a", Map.of(), false, Health.SERVES, 0);
    var canaries = List.of(new Wave("canary", CANARY, null, null));

    assertThat(
            new Waves(new Rollout(canaries, null), all, _ -> true).turn(key("a"), NOW).toString())
        .contains("no wave of the rollout has its cluster");
    assertThat(
            new Waves(new Rollout(TWO.waves(), true), all, _ -> true)
                .turn(key("a"), NOW)
                .toString())
        .contains("the rollout is paused");
  }

  /** Whoever is let on in a moment goes on; the next moment shows the same cluster further. */
  @Test
  void point9_everyRolloutOfHealthyClustersEndsAndNeverHasMoreUnderWayThanItMay() {
    var seed = new Random().nextLong();
    System.out.println("waves: seed " + seed);
    var random = new Random(seed);
    for (var round = 0; round < 200; round++) {
      all.clear();
      IntStream.range(0, 1 + random.nextInt(12))
          .forEach(
              one ->
                  add(
                      "c" + one,
                      random.nextBoolean() ? CANARY : Map.of(),
                      false,
                      Health.SERVES,
                      9_999));
      var now = NOW;
      for (var step = 0; step < 200 && !all.stream().allMatch(Follower::taken); step++) {
        now = now.plusSeconds(600);
        step(now, random);
      }
      assertThat(all).as("seed " + seed).allMatch(Follower::taken);
    }
  }

  private void step(Instant now, Random random) {
    var begun = new HashSet<ObjectKey>();
    for (var one : List.copyOf(all)) {
      if (!one.taken()
          && one.health() == Health.SERVES
          && new Waves(TWO, all, _ -> true).turn(one.key(), now) instanceof Turn.Now) {
        begun.add(one.key());
      }
    }
    all.replaceAll(
        one ->
            begun.contains(one.key())
                ? new Follower(one.key(), one.labels(), false, Health.UNDER_WAY, now, Reach.ANSWERS)
                : one.health() == Health.UNDER_WAY && random.nextBoolean()
                    ? new Follower(one.key(), one.labels(), true, Health.SERVES, now, Reach.ANSWERS)
                    : one);
    assertThat(busy(true)).isLessThanOrEqualTo(1);
    assertThat(busy(false)).isLessThanOrEqualTo(2);
    assertThat(busy(true) == 0 || busy(false) == 0).isTrue();
  }

  private long busy(boolean canaries) {
    return all.stream()
        .filter(one -> one.health() == Health.UNDER_WAY)
        .filter(one -> one.labels().equals(CANARY) == canaries)
        .count();
  }

  private void add(
      String name, Map<String, String> labels, boolean taken, Health health, int secondsAgo) {
    all.add(
        new Follower(
            key(name), labels, taken, health, NOW.minusSeconds(secondsAgo), Reach.ANSWERS));
  }

  private Turn turn(String name) {
    return new Waves(TWO, all, _ -> true).turn(key(name), NOW);
  }

  private static RolloutState state(Rollout rollout, List<Follower> followers) {
    return new Waves(rollout, followers, _ -> true).state("2.0.0");
  }

  private String why(String name) {
    return turn(name) instanceof Turn.Later(var why, _) ? why : "";
  }

  private static ObjectKey key(String name) {
    return new ObjectKey("shop", name);
  }
}
