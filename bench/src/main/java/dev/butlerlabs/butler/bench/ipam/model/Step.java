package dev.butlerlabs.butler.bench.ipam.model;

/** One thing to do to a pool; places are counted from the pool's first cell, times in seconds. */
public sealed interface Step {

  record Allocate(int holder, int count) implements Step {}

  record Aligned(int holder, int count, int bits) implements Step {}

  record Pieces(int holder, int count, int most) implements Step {}

  record Pin(int holder, int from, int to) implements Step {}

  record Release(int holder, int from, int to, int now, int rest) implements Step {}

  record Resize(int holder, int from, int to, int size, int now, int rest) implements Step {}

  record Reserve(int from, int to) implements Step {}

  record Unreserve(int from, int to) implements Step {}

  record Quarantine(int from, int to, int until) implements Step {}

  record Expire(int now) implements Step {}
}
