package dev.butlerlabs.butler.testkit;

import dev.butlerlabs.butler.testkit.faults.Fault;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;

/** Which cells of a matrix are tried, and words that let someone try the same ones again. */
record Cells(String words, long seed, int limit, Predicate<Cell> wanted) {

  /** One call, counted from 1, and what happens to it. */
  record Cell(int call, Fault fault) {}

  static Cells everything() {
    return new Cells("all cells", 0, Integer.MAX_VALUE, _ -> true);
  }

  static Cells draw(long seed, int cells) {
    return new Cells("sample(%dL, %d)".formatted(seed, cells), seed, cells, _ -> true);
  }

  static Cells one(Cell cell) {
    return new Cells("one cell", 0, 1, cell::equals);
  }

  List<Cell> of(int calls, Set<Fault> faults) {
    var chosen = new ArrayList<Cell>();
    for (int call = 1; call <= calls; call++) {
      for (var fault : faults) {
        chosen.add(new Cell(call, fault));
      }
    }
    chosen.removeIf(wanted.negate());
    if (chosen.size() > limit) {
      Collections.shuffle(chosen, new Random(seed));
    }
    return chosen.subList(0, Math.min(limit, chosen.size()));
  }
}
