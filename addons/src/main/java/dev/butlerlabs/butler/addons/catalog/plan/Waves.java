package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.addons.catalog.plan.Follower.Health;
import dev.butlerlabs.butler.addons.catalog.plan.Follower.Reach;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.addons.AddonDefinitionStatus.RolloutState;
import dev.butlerlabs.butler.api.addons.AddonDefinitionStatus.WaveState;
import dev.butlerlabs.butler.api.addons.Rollout;
import dev.butlerlabs.butler.api.addons.Rollout.Wave;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Who takes a change of a catalog entry before whom. It follows from what the addons tell of
 * themselves and is written down nowhere, so a rollout goes on wherever it was, whoever leads.
 */
public final class Waves {

  private static final int TOLD = 10;

  private final Rollout rollout;
  private final List<Follower> followers;
  private final Predicate<Wave> matched;
  private final Instant now;

  private Waves(Rollout rollout, List<Follower> followers, Predicate<Wave> matched, Instant now) {
    this.rollout = rollout;
    this.followers = followers;
    this.matched = matched;
    this.now = now;
  }

  /**
   * Whether it is an addon's turn.
   *
   * @param self one of the followers
   * @param matched whether any cluster is in a wave, following or not
   */
  public static Turn turn(
      Rollout rollout,
      ObjectKey self,
      List<Follower> followers,
      Predicate<Wave> matched,
      Instant now) {
    var waves = new Waves(rollout, followers, matched, now);
    return followers.stream()
        .filter(one -> one.key().equals(self))
        .findFirst()
        .map(waves::turn)
        .orElseGet(() -> later("it is not known yet"));
  }

  /**
   * How far the change is as a whole. It follows from the same, and needs no clock.
   *
   * @param version that is offered
   * @param matched whether any cluster is in a wave, following or not
   */
  public static RolloutState state(
      String version, Rollout rollout, List<Follower> followers, Predicate<Wave> matched) {
    return new Waves(rollout, followers, matched, Instant.EPOCH).state(version);
  }

  /** Whether a cluster with such labels is in a wave, if none before has it. */
  public static boolean has(Wave wave, Map<String, String> labels) {
    return labels.entrySet().containsAll(wave.clusterLabels().entrySet());
  }

  private RolloutState state(String version) {
    var waves =
        IntStream.range(0, rollout.waves().size())
            .mapToObj(index -> state(rollout.waves().get(index).name(), members(index)))
            .toList();
    var total = waves.stream().mapToInt(WaveState::total).sum();
    return new RolloutState(
        version,
        total,
        waves.stream().mapToInt(WaveState::done).sum(),
        followers.size() - total,
        waves,
        standstill().orElse(null));
  }

  private List<Follower> members(int index) {
    return followers.stream().filter(one -> wave(one) == index).toList();
  }

  private static WaveState state(String name, List<Follower> members) {
    return new WaveState(
        name,
        members.size(),
        (int) members.stream().filter(Follower::through).count(),
        members.stream()
            .filter(Follower::failed)
            .map(one -> one.key().toString())
            .sorted()
            .limit(TOLD)
            .toList());
  }

  /** Only while somebody has something to take. */
  private Optional<String> standstill() {
    if (followers.stream().noneMatch(one -> wave(one) >= 0 && !one.taken())) {
      return Optional.empty();
    }
    if (Boolean.TRUE.equals(rollout.paused())) {
      return Optional.of("it is paused; it goes on when spec.rollout.paused is taken away");
    }
    return IntStream.range(0, rollout.waves().size())
        .filter(index -> followers.stream().anyMatch(one -> wave(one) > index && !one.taken()))
        .mapToObj(this::empty)
        .flatMap(Optional::stream)
        .findFirst()
        .or(this::failure);
  }

  private Optional<String> failure() {
    return among(one -> wave(one) >= 0 && one.failed())
        .min(Comparator.comparing(one -> one.key().toString()))
        .map(
            one ->
                (one.lost()
                        ? "the cluster of TenantAddon %s does not answer since that took it; it goes on when the cluster serves again or the addon follows no more"
                        : "TenantAddon %s does not serve; it goes on when that is mended or follows no more")
                    .formatted(one.key()));
  }

  /** Labels that no cluster has are a slip: what nobody tries first guards nobody. */
  private Optional<String> empty(int index) {
    var wave = rollout.waves().get(index);
    return followers.stream().anyMatch(one -> wave(one) == index) || matched.test(wave)
        ? Optional.empty()
        : Optional.of(
            "wave %s has no cluster; mend its clusterLabels, give a cluster these labels, or take the wave away"
                .formatted(wave.name()));
  }

  private Turn turn(Follower self) {
    var mine = wave(self);
    if (mine < 0) {
      return later("no wave of the rollout has its cluster; give the cluster a label, or add one");
    }
    if (Boolean.TRUE.equals(rollout.paused())) {
      return later("the rollout is paused");
    }
    return Stream.of(halted(self, mine), before(mine), beside(self, mine))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseGet(Turn.Now::new);
  }

  /** Whoever is sick may take what is meant to heal it. */
  private Optional<Turn> halted(Follower self, int mine) {
    return self.health() == Health.SICK
        ? Optional.empty()
        : among(one -> wave(one) <= mine && wave(one) >= 0 && one.failed())
            .findFirst()
            .map(
                one ->
                    (one.lost()
                            ? "halted: the cluster of %s does not answer since that took it"
                            : "halted: %s does not serve")
                        .formatted(one.key()))
            .map(Waves::later);
  }

  private Optional<Turn> before(int mine) {
    for (var index = 0; index < mine; index++) {
      var wave = index;
      var name = rollout.waves().get(wave).name();
      var empty = empty(wave);
      if (empty.isPresent()) {
        return empty.map("halted: "::concat).map(Waves::later);
      }
      var missing = among(one -> wave(one) == wave && !one.through()).findFirst();
      if (missing.isPresent()) {
        return Optional.of(
            later(
                "wave %s comes first, and %s is not through".formatted(name, missing.get().key())));
      }
      var soaked =
          among(one -> wave(one) == wave)
              .map(one -> one.since().plus(soak(rollout.waves().get(wave))))
              .max(Comparator.naturalOrder())
              .filter(now::isBefore);
      if (soaked.isPresent()) {
        return Optional.of(
            new Turn.Later("wave %s has to serve until %s".formatted(name, soaked.get()), soaked));
      }
    }
    return Optional.empty();
  }

  private Optional<Turn> beside(Follower self, int mine) {
    var most = Objects.requireNonNullElse(rollout.waves().get(mine).maxParallel(), 1);
    var busy =
        answering(one -> wave(one) == mine && one.health() == Health.UNDER_WAY && !same(one, self))
            .count();
    var ahead =
        answering(one -> wave(one) == mine && !one.taken() && one.health() != Health.UNDER_WAY)
            .filter(one -> one.key().toString().compareTo(self.key().toString()) < 0)
            .count();
    return busy + ahead < most
        ? Optional.empty()
        : Optional.of(
            later(
                "%d of wave %s take it at the same time, and others come first"
                    .formatted(most, rollout.waves().get(mine).name())));
  }

  /** Those that tell something about the change, or will. */
  private Stream<Follower> among(Predicate<Follower> which) {
    return followers.stream()
        .filter(one -> one.taken() || one.reach() != Reach.RESTS)
        .filter(which);
  }

  private Stream<Follower> answering(Predicate<Follower> which) {
    return followers.stream().filter(one -> one.reach() == Reach.ANSWERS).filter(which);
  }

  private static boolean same(Follower one, Follower other) {
    return one.key().equals(other.key());
  }

  /** The first that has the cluster; below zero for none. */
  private int wave(Follower one) {
    for (var index = 0; index < rollout.waves().size(); index++) {
      if (has(rollout.waves().get(index), one.labels())) {
        return index;
      }
    }
    return -1;
  }

  private static Duration soak(Wave wave) {
    return TimeSpan.orElse(wave.soak(), Duration.ZERO);
  }

  private static Turn later(String why) {
    return new Turn.Later(why, Optional.empty());
  }
}
