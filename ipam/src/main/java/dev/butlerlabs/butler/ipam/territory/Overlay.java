package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What is kept back, arranged so that the parts over a range are found without trying all. */
final class Overlay {

  private final List<Kept> parts;

  /**
   * For each part, the furthest end of it and all before it: those that end earlier are skipped.
   */
  private final List<AddressRange> reach = new ArrayList<>();

  /**
   * Takes the parts as a territory has them.
   *
   * @param ascending by range
   */
  Overlay(List<Kept> ascending) {
    this.parts = ascending;
    for (var part : ascending) {
      var before = reach.isEmpty() ? part.range() : reach.getLast();
      reach.add(before.end().isAfter(part.range().end()) ? before : part.range());
    }
  }

  Stream<Kept> over(AddressRange range) {
    var from = firstReaching(range);
    return parts.subList(from, parts.size()).stream()
        .takeWhile(part -> !part.range().start().isAfter(range.end()))
        .filter(part -> part.range().overlaps(range));
  }

  /** The first part that, or one before it, ends no earlier than the range starts. */
  private int firstReaching(AddressRange range) {
    var low = 0;
    var high = parts.size();
    while (low < high) {
      var middle = (low + high) >>> 1;
      if (reach.get(middle).end().isBefore(range.start())) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
