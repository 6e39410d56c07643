package dev.butlerlabs.butler.bench.ipam.model;

import dev.butlerlabs.butler.ipam.allocator.Capacity;
import dev.butlerlabs.butler.ipam.allocator.Occupant;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What is known of each address, in plain arrays. */
final class Cells {

  static final int NONE = -1;

  final Place place;
  final int[] holder;

  /** Which grant the cell came from: neighbours of one grant are one range. */
  final int[] grant;

  /** When its rest ends. */
  final int[] until;

  /** Who gave it back, while it rests. */
  final int[] last;

  final int[] released;
  final boolean[] reserved;
  private int grants;

  Cells(Place place) {
    this.place = place;
    holder = filled();
    grant = filled();
    until = filled();
    last = filled();
    released = filled();
    reserved = new boolean[place.size()];
  }

  private int[] filled() {
    var cells = new int[place.size()];
    Arrays.fill(cells, NONE);
    return cells;
  }

  boolean free(int cell) {
    return place.inside(cell) && !reserved[cell] && holder[cell] == NONE && until[cell] == NONE;
  }

  boolean heldBy(int cell, int who) {
    return place.inside(cell) && holder[cell] == who;
  }

  void hold(int from, int to, int who) {
    grants++;
    for (var cell = from; cell <= to; cell++) {
      holder[cell] = who;
      grant[cell] = grants;
      released[cell] = NONE;
    }
  }

  void giveBack(int from, int to, int now, int rest) {
    for (var cell = from; cell <= to; cell++) {
      last[cell] = holder[cell];
      holder[cell] = NONE;
      grant[cell] = NONE;
      released[cell] = now;
      until[cell] = rest > 0 ? now + rest : NONE;
    }
  }

  /** The last cell of the held range that a cell is in. */
  int rangeEnd(int cell) {
    var end = cell;
    while (end + 1 < place.size() && grant[end + 1] == grant[cell]) {
      end++;
    }
    return end;
  }

  int rangeStart(int cell) {
    var start = cell;
    while (start > 0 && grant[start - 1] == grant[cell]) {
      start--;
    }
    return start;
  }

  /** A free run; its warmth is the time of its latest release. */
  record Run(int from, int to, int warmth) {
    int size() {
      return to - from + 1;
    }
  }

  List<Run> runs() {
    var runs = new ArrayList<Run>();
    for (var cell = 0; cell < place.size(); cell++) {
      if (free(cell)) {
        var end = cell;
        while (free(end + 1)) {
          end++;
        }
        runs.add(new Run(cell, end, warmth(cell, end)));
        cell = end;
      }
    }
    return runs;
  }

  int warmth(int from, int to) {
    var warmth = NONE;
    for (var cell = from; cell <= to; cell++) {
      warmth = Math.max(warmth, released[cell]);
    }
    return warmth;
  }

  Occupant<Integer> occupant(int cell) {
    if (!place.inside(cell)) {
      return new Occupant.Outside<>();
    }
    if (holder[cell] != NONE) {
      return new Occupant.Held<>(place.range(rangeStart(cell), rangeEnd(cell)), holder[cell]);
    }
    if (reserved[cell]) {
      return new Occupant.Reserved<>(place.range(cell, cell));
    }
    if (until[cell] != NONE) {
      var who = last[cell] == NONE ? null : last[cell];
      return new Occupant.Resting<>(place.range(cell, cell), who, Place.time(until[cell]));
    }
    return new Occupant.Free<>(released[cell] == NONE ? null : Place.time(released[cell]));
  }

  Capacity capacity() {
    int usable = 0;
    int used = 0;
    int kept = 0;
    int resting = 0;
    int ranges = 0;
    for (var cell = 0; cell < place.size(); cell++) {
      var inside = place.inside(cell);
      usable += inside && !reserved[cell] ? 1 : 0;
      kept += inside && reserved[cell] ? 1 : 0;
      used += holder[cell] != NONE ? 1 : 0;
      resting += inside && !reserved[cell] && until[cell] != NONE ? 1 : 0;
      ranges += grant[cell] != NONE && (cell == 0 || grant[cell - 1] != grant[cell]) ? 1 : 0;
    }
    int free = 0;
    int largest = 0;
    int runs = 0;
    int run = 0;
    for (var cell = 0; cell < place.size(); cell++) {
      run = free(cell) ? run + 1 : 0;
      free += run > 0 ? 1 : 0;
      runs += run == 1 ? 1 : 0;
      largest = Math.max(largest, run);
    }
    return new Capacity(
        number(usable),
        number(used),
        number(kept),
        number(resting),
        number(free),
        number(largest),
        runs,
        ranges);
  }

  static BigInteger number(int value) {
    return BigInteger.valueOf(value);
  }
}
