package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.addons.catalog.plan.Follower.Health;
import dev.butlerlabs.butler.api.addons.AddonDefinitionStatus.RolloutState;
import dev.butlerlabs.butler.api.addons.AddonDefinitionStatus.WaveState;
import dev.butlerlabs.butler.api.addons.Rollout;
import dev.butlerlabs.butler.api.addons.Rollout.Wave;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Who takes a change of a catalog entry before whom. It follows from what the addons tell of
 * themselves and is written down nowhere, so a rollout goes on wherever it was, whoever leads.
 *
 * <p>What all of them ask is found out once; to say whose turn it is then costs nearly nothing.
 */
public final class Waves {

  private static final int OUTSIDE = -1;

  private final Rollout rollout;
  private final Map<ObjectKey, Follower> followers = new HashMap<>();
  private final List<Standing> standings;

  /**
   * The waves as they stand now.
   *
   * @param matched whether any cluster is in a wave, following or not
   */
  public Waves(Rollout rollout, List<Follower> followers, Predicate<Wave> matched) {
    this.rollout = rollout;
    followers.forEach(one -> this.followers.put(one.key(), one));
    var members = followers.stream().collect(Collectors.groupingBy(this::wave));
    standings =
        IntStream.range(0, rollout.waves().size())
            .mapToObj(
                index ->
                    standing(
                        rollout.waves().get(index),
                        members.getOrDefault(index, List.of()),
                        matched))
            .toList();
  }

  private static Standing standing(Wave wave, List<Follower> members, Predicate<Wave> matched) {
    return Standing.of(wave, members, !members.isEmpty() || matched.test(wave));
  }

  /** Whether it is an addon's turn. */
  public Turn turn(ObjectKey self, Instant now) {
    return Optional.ofNullable(followers.get(self))
        .map(one -> turn(one, now))
        .orElseGet(() -> later("it is not known yet"));
  }

  /** Whether a cluster with such labels is in a wave, if none before has it. */
  public static boolean has(Wave wave, Map<String, String> labels) {
    return labels.entrySet().containsAll(wave.clusterLabels().entrySet());
  }

  /**
   * How far the change is as a whole. It follows from the same, and needs no clock.
   *
   * @param version that is offered
   */
  public RolloutState state(String version) {
    var waves = standings.stream().map(Standing::state).toList();
    var total = waves.stream().mapToInt(WaveState::total).sum();
    return new RolloutState(
        version,
        total,
        waves.stream().mapToInt(WaveState::done).sum(),
        followers.size() - total,
        waves,
        standstill().orElse(null));
  }

  /** Only while somebody has something to take. */
  private Optional<String> standstill() {
    if (standings.stream().allMatch(Standing::allTaken)) {
      return Optional.empty();
    }
    if (Boolean.TRUE.equals(rollout.paused())) {
      return Optional.of("it is paused; it goes on when spec.rollout.paused is taken away");
    }
    return IntStream.range(0, standings.size())
        .filter(
            index ->
                !standings.subList(index + 1, standings.size()).stream()
                    .allMatch(Standing::allTaken))
        .mapToObj(index -> deserted(standings.get(index)))
        .flatMap(Optional::stream)
        .findFirst()
        .or(this::failure);
  }

  private Optional<String> failure() {
    return standings.stream()
        .flatMap(one -> one.failed().stream())
        .findFirst()
        .map(
            one ->
                (one.lost()
                        ? "the cluster of TenantAddon %s does not answer since that took it; it goes on when the cluster serves again or the addon follows no more"
                        : "TenantAddon %s does not serve; it goes on when that is mended or follows no more")
                    .formatted(one.key()));
  }

  /** Labels that no cluster has are a slip: what nobody tries first guards nobody. */
  private static Optional<String> deserted(Standing wave) {
    return wave.deserted()
        ? Optional.of(
            "wave %s has no cluster; mend its clusterLabels, give a cluster these labels, or take the wave away"
                .formatted(wave.name()))
        : Optional.empty();
  }

  private Turn turn(Follower self, Instant now) {
    var mine = wave(self);
    if (mine == OUTSIDE) {
      return later("no wave of the rollout has its cluster; give the cluster a label, or add one");
    }
    if (Boolean.TRUE.equals(rollout.paused())) {
      return later("the rollout is paused");
    }
    return Stream.of(halted(self, mine), before(mine, now), beside(self, standings.get(mine)))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseGet(Turn.Now::new);
  }

  /** Whoever is sick may take what is meant to heal it. */
  private Optional<Turn> halted(Follower self, int mine) {
    return self.health() == Health.SICK
        ? Optional.empty()
        : standings.subList(0, mine + 1).stream()
            .flatMap(one -> one.failed().stream())
            .findFirst()
            .map(
                one ->
                    (one.lost()
                            ? "halted: the cluster of %s does not answer since that took it"
                            : "halted: %s does not serve")
                        .formatted(one.key()))
            .map(Waves::later);
  }

  private Optional<Turn> before(int mine, Instant now) {
    return standings.subList(0, mine).stream()
        .flatMap(one -> keepsBack(one, now).stream())
        .findFirst();
  }

  /** Why a wave keeps back those after it. */
  private static Optional<Turn> keepsBack(Standing wave, Instant now) {
    return deserted(wave)
        .map("halted: "::concat)
        .or(
            () ->
                wave.missing()
                    .map(
                        one ->
                            "wave %s comes first, and %s is not through"
                                .formatted(wave.name(), one.key())))
        .map(Waves::later)
        .or(
            () ->
                wave.served()
                    .filter(now::isBefore)
                    .map(
                        until ->
                            new Turn.Later(
                                "wave %s has to serve until %s".formatted(wave.name(), until),
                                Optional.of(until))));
  }

  private static Optional<Turn> beside(Follower self, Standing wave) {
    return wave.hasPlaceFor(self)
        ? Optional.empty()
        : Optional.of(
            later(
                "%d of wave %s take it at the same time, and others come first"
                    .formatted(wave.most(), wave.name())));
  }

  /** The first that has the cluster. */
  private int wave(Follower one) {
    return IntStream.range(0, rollout.waves().size())
        .filter(index -> has(rollout.waves().get(index), one.labels()))
        .findFirst()
        .orElse(OUTSIDE);
  }

  private static Turn later(String why) {
    return new Turn.Later(why, Optional.empty());
  }
}
