package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.addons.catalog.plan.Follower.Health;
import dev.butlerlabs.butler.addons.catalog.plan.Follower.Reach;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.addons.AddonDefinitionStatus.WaveState;
import dev.butlerlabs.butler.api.addons.Rollout.Wave;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How one wave stands: what everybody who waits for it, or in it, asks.
 *
 * @param deserted whether no cluster at all is in it
 * @param failed the first that does not serve since it took the change
 * @param missing the first that is not through
 * @param served until when all have to serve before the next wave begins
 * @param busy how many take something just now
 * @param ahead those that are to take it, in the order in which they may
 */
record Standing(
    Wave wave,
    List<Follower> members,
    boolean deserted,
    Optional<Follower> failed,
    Optional<Follower> missing,
    Optional<Instant> served,
    int busy,
    List<ObjectKey> ahead) {

  private static final int TOLD = 10;

  /**
   * What follows from what they tell of themselves.
   *
   * @param matched whether any cluster is in the wave, following or not
   */
  static Standing of(Wave wave, List<Follower> unsorted, boolean matched) {
    var members = unsorted.stream().sorted(Comparator.comparing(Follower::key)).toList();
    // Those that tell something about the change, or will.
    var telling =
        members.stream().filter(one -> one.taken() || one.reach() != Reach.RESTS).toList();
    var answering = members.stream().filter(one -> one.reach() == Reach.ANSWERS).toList();
    var soak = TimeSpan.orElse(wave.soak(), Duration.ZERO);
    return new Standing(
        wave,
        members,
        members.isEmpty() && !matched,
        telling.stream().filter(Follower::failed).findFirst(),
        telling.stream().filter(one -> !one.through()).findFirst(),
        telling.stream().map(one -> one.since().plus(soak)).max(Comparator.naturalOrder()),
        (int) answering.stream().filter(one -> one.health() == Health.UNDER_WAY).count(),
        answering.stream()
            .filter(one -> !one.taken() && one.health() != Health.UNDER_WAY)
            .map(Follower::key)
            .toList());
  }

  String name() {
    return wave.name();
  }

  /** How many may take it at the same time. */
  int most() {
    return Objects.requireNonNullElse(wave.maxParallel(), 1);
  }

  /** Whether one of its members finds a place beside those who take it, and before it. */
  boolean hasPlaceFor(Follower self) {
    var itself = self.reach() == Reach.ANSWERS && self.health() == Health.UNDER_WAY ? 1 : 0;
    var place = Collections.binarySearch(ahead, self.key());
    return busy - itself + (place < 0 ? -place - 1 : place) < most();
  }

  boolean allTaken() {
    return members.stream().allMatch(Follower::taken);
  }

  WaveState state() {
    return new WaveState(
        name(),
        members.size(),
        (int) members.stream().filter(Follower::through).count(),
        members.stream()
            .filter(Follower::failed)
            .map(one -> one.key().toString())
            .limit(TOLD)
            .toList());
  }
}
