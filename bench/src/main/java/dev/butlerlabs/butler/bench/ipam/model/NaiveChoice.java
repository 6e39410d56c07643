package dev.butlerlabs.butler.bench.ipam.model;

import dev.butlerlabs.butler.bench.ipam.model.Cells.Run;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The rules of choice, written down as sorting and searching through everything. */
final class NaiveChoice {

  /** First cell and last cell. */
  record Stretch(int from, int to) {}

  private static final Comparator<Run> BY_USE =
      Comparator.comparingInt(Run::warmth).thenComparingInt(Run::from);
  private static final Comparator<Run> SMALLEST =
      Comparator.comparingInt(Run::size).thenComparing(BY_USE);
  private static final Comparator<Run> LARGEST =
      Comparator.comparingInt((Run run) -> -run.size()).thenComparing(BY_USE);

  private final Cells cells;

  NaiveChoice(Cells cells) {
    this.cells = cells;
  }

  /**
   * The first eight runs that are large enough, then those that are in any place, then the rest.
   */
  Optional<Stretch> bestFit(int count, int bits) {
    var order = cells.runs().stream().filter(run -> run.size() >= count).sorted(SMALLEST).toList();
    var certain = order.stream().filter(run -> run.size() >= count + (1 << bits) - 1);
    return Stream.of(order.stream().limit(8), certain, order.stream().skip(8))
        .flatMap(runs -> runs)
        .flatMap(run -> within(run, count, bits).stream())
        .findFirst();
  }

  /** The lowest or the highest place in the run that is aligned, whichever is colder. */
  private Optional<Stretch> within(Run run, int count, int bits) {
    var places = new ArrayList<Stretch>();
    for (var from = run.from(); from + count - 1 <= run.to(); from++) {
      var number = cells.place.base().low() + from;
      if ((number & ((1L << bits) - 1)) == 0) {
        places.add(new Stretch(from, from + count - 1));
      }
    }
    if (places.isEmpty()) {
      return Optional.empty();
    }
    var low = places.getFirst();
    var high = places.getLast();
    return Optional.of(warmth(high) < warmth(low) ? high : low);
  }

  private int warmth(Stretch stretch) {
    return cells.warmth(stretch.from(), stretch.to());
  }

  /** Empty if it takes more pieces than allowed. */
  List<Stretch> pieces(int count, int most) {
    var left = new ArrayList<>(cells.runs());
    var pieces = new ArrayList<Stretch>();
    var missing = count;
    while (pieces.size() < most && !left.isEmpty()) {
      var needed = missing;
      var enough = left.stream().filter(run -> run.size() >= needed).min(SMALLEST);
      if (enough.isPresent()) {
        pieces.add(within(enough.get(), needed, 0).orElseThrow());
        return pieces;
      }
      var largest = left.stream().min(LARGEST).orElseThrow();
      left.remove(largest);
      pieces.add(new Stretch(largest.from(), largest.to()));
      missing -= largest.size();
    }
    return List.of();
  }

  int reach(int pieces) {
    return cells.runs().stream().sorted(LARGEST).limit(pieces).mapToInt(Run::size).sum();
  }
}
