package dev.butlerlabs.butler.bench.ipam.model;

import dev.butlerlabs.butler.ipam.allocator.Allocator;
import dev.butlerlabs.butler.ipam.allocator.Restoring;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The model's state as the facts that would be stored of it. */
final class Facts {

  private Facts() {}

  /** An allocator made from the facts, told in random order. */
  static Allocator<Integer> restored(NaivePool model, SplittableRandom random) {
    var cells = model.cells;
    var place = model.place;
    var facts = new ArrayList<Consumer<Restoring<Integer>>>();
    facts.add(it -> it.windows(place.allWindows()));
    for (var at = 0; at < place.size(); at++) {
      var cell = at;
      var only = place.range(cell, cell);
      if (cells.holder[cell] != Cells.NONE && cells.rangeStart(cell) == cell) {
        var range = place.range(cell, cells.rangeEnd(cell));
        facts.add(it -> it.held(range, cells.holder[cell]));
      }
      if (cells.reserved[cell]) {
        facts.add(it -> it.reserved(only));
      }
      if (cells.released[cell] != Cells.NONE) {
        facts.add(it -> it.released(only, Place.time(cells.released[cell])));
      }
      if (cells.until[cell] != Cells.NONE) {
        facts.add(it -> it.resting(only, last(cells, cell), Place.time(cells.until[cell])));
      }
    }
    Collections.shuffle(facts, new Random(random.nextLong()));
    var restoring = new Restoring<Integer>();
    facts.forEach(fact -> fact.accept(restoring));
    var restored = restoring.restore();
    if (!restored.findings().isEmpty()) {
      throw new IllegalStateException(
          "facts of a sound pool contradict each other: " + restored.findings());
    }
    return restored.allocator();
  }

  private static @Nullable Integer last(Cells cells, int cell) {
    return cells.last[cell] == Cells.NONE ? null : cells.last[cell];
  }
}
