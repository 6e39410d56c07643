package dev.butlerlabs.butler.bench.ipam.model;

import java.util.SplittableRandom;

/** Draws steps: mostly ones that make sense in the state the model is in, some that do not. */
final class Steps {

  static final int HOLDERS = 12;

  private final SplittableRandom random;
  private final NaivePool pool;
  private int now;

  Steps(SplittableRandom random, NaivePool pool) {
    this.random = random;
    this.pool = pool;
  }

  Step next() {
    now += random.nextInt(3);
    var draw = random.nextInt(100);
    if (draw < 26) {
      return new Step.Allocate(holder(), count());
    }
    if (draw < 31) {
      return new Step.Aligned(holder(), count(), random.nextInt(6));
    }
    if (draw < 36) {
      return new Step.Pieces(holder(), count() + random.nextInt(20), random.nextInt(1, 6));
    }
    if (draw < 43) {
      var from = cell();
      return new Step.Pin(holder(), from, upTo(from, 6));
    }
    if (draw < 68) {
      return release();
    }
    if (draw < 77) {
      return resize();
    }
    return withdrawal(draw);
  }

  private Step withdrawal(int draw) {
    var from = cell();
    if (draw < 81) {
      return new Step.Reserve(from, upTo(from, 10));
    }
    if (draw < 87) {
      return new Step.Unreserve(from, upTo(from, 16));
    }
    if (draw < 90) {
      return new Step.Quarantine(from, upTo(from, 8), now + random.nextInt(40));
    }
    return new Step.Expire(now);
  }

  private Step release() {
    var from = heldCell();
    var to = random.nextInt(8) == 0 ? upTo(from, 6) : pool.cells.rangeEnd(from);
    var start = random.nextInt(4) == 0 ? from : pool.cells.rangeStart(from);
    return new Step.Release(ownerOf(from), start, to, now, rest());
  }

  private Step resize() {
    var cell = heldCell();
    var from = pool.cells.rangeStart(cell);
    var to = random.nextInt(10) == 0 ? cell : pool.cells.rangeEnd(cell);
    return new Step.Resize(ownerOf(cell), from, to, random.nextInt(1, 16), now, rest());
  }

  /** One that is held if a few tries find one. */
  private int heldCell() {
    var cell = cell();
    for (var tries = 0; tries < 20 && pool.cells.holder[cell] == Cells.NONE; tries++) {
      cell = cell();
    }
    return cell;
  }

  private int ownerOf(int cell) {
    var owner = pool.cells.holder[cell];
    return owner == Cells.NONE || random.nextInt(20) == 0 ? holder() : owner;
  }

  private int holder() {
    return random.nextInt(HOLDERS);
  }

  private int count() {
    return random.nextInt(random.nextInt(4) == 0 ? 40 : 8) + 1;
  }

  private int rest() {
    return random.nextBoolean() ? 0 : random.nextInt(1, 60);
  }

  private int cell() {
    return random.nextInt(pool.place.size());
  }

  private int upTo(int from, int length) {
    return Math.min(pool.place.size() - 1, from + random.nextInt(length));
  }
}
