package dev.butlerlabs.butler.bench.ipam.churn;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Free runs sorted by size as far as the trace's sizes go, for the strategies to compare with. */
abstract class Shelf implements Strategy {

  /** Runs of this size and larger share a board. */
  private static final int LARGEST = 64;

  /** The length of each free run by its start. */
  private final TreeMap<Integer, Integer> runs = new TreeMap<>();

  /** The starts of the runs of each size. */
  private final List<TreeSet<Integer>> boards = new ArrayList<>();

  /** All runs, the largest last. */
  private final TreeSet<Run> bySize = new TreeSet<>();

  private int free;

  record Run(int size, int start) implements Comparable<Run> {
    /** Of equal runs the lowest is the last, and so the first to be taken as the largest. */
    @Override
    public int compareTo(Run other) {
      return size != other.size
          ? Integer.compare(size, other.size)
          : Integer.compare(other.start, start);
    }
  }

  Shelf(int addresses) {
    for (var size = 0; size <= LARGEST; size++) {
      boards.add(new TreeSet<>());
    }
    add(0, addresses);
  }

  /** A run of at least that size; the trace asks for no more than the largest board. */
  abstract int choose(int size);

  /** The lowest run that is large enough, or -1. */
  final int lowest(int size) {
    return boards.subList(size, boards.size()).stream()
        .filter(board -> !board.isEmpty())
        .mapToInt(TreeSet::first)
        .min()
        .orElse(-1);
  }

  /** The largest run if it is large enough, or -1. */
  final int largest(int size) {
    return bySize.isEmpty() || bySize.last().size() < size ? -1 : bySize.last().start();
  }

  @Override
  public final int take(int size) {
    var start = choose(size);
    if (start < 0) {
      return -1;
    }
    var length = runs.getOrDefault(start, 0);
    drop(start, length);
    if (length > size) {
      add(start + size, length - size);
    }
    return start;
  }

  @Override
  public final void giveBack(int start, int size) {
    var from = start;
    var to = start + size;
    var below = runs.lowerEntry(start);
    if (below != null && below.getKey() + below.getValue() == start) {
      drop(below.getKey(), below.getValue());
      from = below.getKey();
    }
    var above = runs.getOrDefault(to, 0);
    if (above > 0) {
      drop(to, above);
      to += above;
    }
    add(from, to - from);
  }

  private void add(int start, int length) {
    runs.put(start, length);
    boards.get(Math.min(length, LARGEST)).add(start);
    bySize.add(new Run(length, start));
    free += length;
  }

  private void drop(int start, int length) {
    runs.remove(start);
    boards.get(Math.min(length, LARGEST)).remove(start);
    bySize.remove(new Run(length, start));
    free -= length;
  }

  @Override
  public final int fragmentationPercent() {
    return runs.size() < 2 ? 0 : 100 - bySize.last().size() * 100 / free;
  }

  @Override
  public final int free() {
    return free;
  }
}
