package dev.butlerlabs.butler.bench.ipam.speed;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Allocator;
import dev.butlerlabs.butler.ipam.allocator.Grant;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A pool that holds many ranges of the usual sizes, after it held a third more: it is fragmented
 * and remembers releases.
 */
final class UsedPool {

  static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
  private static final int ROUNDS = 8;
  private static final int[] SIZES = {1, 2, 2, 2, 3, 4, 5, 5, 5, 8, 8, 8, 12, 16, 32, 64};

  /** A range in the pool and its holder: each range has one of its own. */
  record Held(AddressRange range, Integer holder) {}

  /** Free addresses and what is held right below them. */
  record Gap(AddressRange range, Held below) {}

  final Allocator<Integer> allocator;
  final ArrayList<Held> held = new ArrayList<>();
  final SplittableRandom random = new SplittableRandom(1);
  private int second;

  /** For a pool that is to hold so many ranges. */
  static List<Integer> holders(int ranges) {
    return IntStream.range(0, ranges + ranges / 3).boxed().toList();
  }

  UsedPool(String block, int ranges, List<Integer> holders) {
    allocator = Allocator.unused(List.of(AddressRange.parse(block).require()));
    holders.forEach(this::add);
    for (var round = 0; round < ROUNDS; round++) {
      churn(holders.size() / 4);
    }
    while (held.size() > ranges) {
      release(take());
    }
  }

  /** Releases so many at once and then takes as many again, so that holes stay. */
  private void churn(int ranges) {
    var gone = new ArrayList<Held>();
    for (var at = 0; at < ranges; at++) {
      gone.add(take());
    }
    gone.forEach(this::release);
    gone.forEach(held -> add(held.holder()));
  }

  private void add(Integer holder) {
    if (allocator.allocate(holder, size()) instanceof Grant.Granted<Integer> granted) {
      held.add(new Held(granted.range(), holder));
    } else {
      throw new IllegalStateException("the pool is too small for what is to be measured");
    }
  }

  int size() {
    return SIZES[random.nextInt(SIZES.length)];
  }

  Held any() {
    return any(held);
  }

  <T> T any(List<T> list) {
    return list.get(random.nextInt(list.size()));
  }

  /** Some addresses at the start of the range, or all. */
  AddressRange partOf(AddressRange range) {
    var size = range.size().min(BigInteger.valueOf(size()));
    return AddressRange.ofSize(range.start(), size);
  }

  /** All gaps behind a held range, in order. */
  List<Gap> gaps() {
    var gaps = new ArrayList<Gap>();
    var holdings = allocator.holdings();
    var end = allocator.windows().getLast().end();
    for (var at = 0; at < holdings.size(); at++) {
      var below = holdings.get(at);
      var next = at + 1 < holdings.size() ? holdings.get(at + 1).range().start().previous() : end;
      if (below.range().end().isBefore(next)) {
        gaps.add(
            new Gap(
                new AddressRange(below.range().end().next(), next),
                new Held(below.range(), below.holder())));
      }
    }
    return gaps;
  }

  /** Any held range, which is no longer counted as held. */
  private Held take() {
    var at = random.nextInt(held.size());
    var gone = held.get(at);
    held.set(at, held.getLast());
    held.removeLast();
    return gone;
  }

  private void release(Held gone) {
    allocator.release(gone.holder(), gone.range(), now());
  }

  Instant now() {
    return EPOCH.plusSeconds(second++);
  }
}
