package dev.butlerlabs.butler.addons.catalog.plan;

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
  private final Instant now;

  private Waves(Rollout rollout, List<Follower> followers, Instant now) {
    this.rollout = rollout;
    this.followers = followers;
    this.now = now;
  }

  /** How an addon is. */
  public enum Health {
    SERVES,
    UNDER_WAY,
    SICK
  }

  /**
   * An addon that follows the waves.
   *
   * @param labels of its cluster
   * @param taken whether it has what the catalog offers now
   * @param since when it became what it is
   * @param reachable whether its cluster answers; one that sleeps holds nobody up
   */
  public record Follower(
      ObjectKey key,
      Map<String, String> labels,
      boolean taken,
      Health health,
      Instant since,
      boolean reachable) {

    public Follower {
      labels = Map.copyOf(labels);
    }
  }

  /**
   * Whether it is an addon's turn.
   *
   * @param self one of the followers
   */
  public static Turn turn(Rollout rollout, ObjectKey self, List<Follower> followers, Instant now) {
    var waves = new Waves(rollout, followers, now);
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
   */
  public static RolloutState state(String version, Rollout rollout, List<Follower> followers) {
    return new Waves(rollout, followers, Instant.EPOCH).state(version);
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
        (int) members.stream().filter(Waves::through).count(),
        members.stream()
            .filter(one -> one.health() == Health.SICK)
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
    return among(one -> wave(one) >= 0 && one.health() == Health.SICK)
        .map(Follower::key)
        .map(ObjectKey::toString)
        .min(Comparator.naturalOrder())
        .map(
            "TenantAddon %s does not serve; it goes on when that is mended or follows no more"
                ::formatted);
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
        : among(one -> wave(one) <= mine && wave(one) >= 0 && one.health() == Health.SICK)
            .findFirst()
            .map(one -> later("halted: %s does not serve".formatted(one.key())));
  }

  private Optional<Turn> before(int mine) {
    for (var index = 0; index < mine; index++) {
      var wave = index;
      var name = rollout.waves().get(wave).name();
      var missing = among(one -> wave(one) == wave && !through(one)).findFirst();
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
        among(one -> wave(one) == mine && one.health() == Health.UNDER_WAY && !same(one, self))
            .count();
    var ahead =
        among(one -> wave(one) == mine && !one.taken() && one.health() != Health.UNDER_WAY)
            .filter(one -> one.key().toString().compareTo(self.key().toString()) < 0)
            .count();
    return busy + ahead < most
        ? Optional.empty()
        : Optional.of(
            later(
                "%d of wave %s take it at the same time, and others come first"
                    .formatted(most, rollout.waves().get(mine).name())));
  }

  private Stream<Follower> among(Predicate<Follower> which) {
    return followers.stream().filter(Follower::reachable).filter(which);
  }

  private static boolean same(Follower one, Follower other) {
    return one.key().equals(other.key());
  }

  private static boolean through(Follower one) {
    return one.taken() && one.health() == Health.SERVES;
  }

  /** The first that has the cluster; below zero for none. */
  private int wave(Follower one) {
    for (var index = 0; index < rollout.waves().size(); index++) {
      if (one.labels()
          .entrySet()
          .containsAll(rollout.waves().get(index).clusterLabels().entrySet())) {
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
