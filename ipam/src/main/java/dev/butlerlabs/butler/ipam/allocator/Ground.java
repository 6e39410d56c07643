package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.FreeRuns.Run;
import dev.butlerlabs.butler.ipam.allocator.Segment.Disputed;
import dev.butlerlabs.butler.ipam.allocator.Segment.Held;
import dev.butlerlabs.butler.ipam.allocator.Segment.Reserved;
import dev.butlerlabs.butler.ipam.allocator.Segment.Resting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of a pool and the only code that changes it.
 *
 * <p>What is not free stands in {@link Segments}; what lies between segments is free. The index of
 * free runs follows: each change first takes the runs at the place out of it and afterwards puts in
 * those that are then there.
 */
final class Ground<H> {

  final Spans spans;
  final Segments<H> segments = new Segments<>();
  final Marks marks = new Marks();
  final FreeRuns runs = new FreeRuns();

  Ground(Spans spans) {
    this.spans = spans;
    spans.all().forEach(span -> runs.add(new Run(span, Moments.NEVER_USED)));
  }

  /** The range must be free. */
  void hold(AddressRange range, H holder) {
    change(
        range,
        () -> {
          marks.clear(range);
          segments.add(new Held<>(range, false, holder));
        });
  }

  /** The range must be free; what is stored gives it to several holders. */
  void dispute(AddressRange range, Set<H> holders) {
    change(range, () -> segments.add(new Disputed<>(range, false, holders)));
  }

  /** Ends whatever holds or rests in the range; reserved addresses stay reserved. */
  void free(AddressRange range) {
    change(range, () -> segments.cutOut(range).forEach(this::vacate));
  }

  private void vacate(Segment<H> segment) {
    if (segment.reserved) {
      segments.exchange(segment, new Reserved<>(segment.range()));
    } else {
      segments.drop(segment);
    }
  }

  /** Frees a held range and notes when. */
  void giveBack(AddressRange range, long at) {
    change(
        range,
        () -> {
          marks.put(range, at);
          segments.cutOut(range).forEach(this::vacate);
        });
  }

  /** Lets a held range rest and notes when that began. What is free next to it stays as it is. */
  void giveBack(AddressRange range, H holder, long at, long until) {
    marks.put(range, at);
    for (var segment : segments.cutOut(range)) {
      segments.exchange(segment, segment.resting(holder, until));
    }
  }

  /** Notes that the range was given back at that time. */
  void released(AddressRange range, long at) {
    change(range, () -> marks.put(range, at));
  }

  /** Lets every address of the range rest; none of them may be held. */
  void rest(AddressRange range, @Nullable H last, long until) {
    change(
        range,
        () -> {
          var free = freeWithin(range);
          for (var segment : segments.cutOut(range)) {
            if (segment.until() == Moments.NEVER_ENDS || segment.until() < until) {
              segments.exchange(segment, segment.resting(last, until));
            }
          }
          free.forEach(part -> segments.add(new Resting<>(part, false, last, until)));
        });
  }

  void reserve(AddressRange range) {
    change(
        range,
        () -> {
          var free = freeWithin(range);
          reserved(range, true);
          free.forEach(part -> segments.add(new Reserved<>(part)));
        });
  }

  void unreserve(AddressRange range) {
    change(range, () -> reserved(range, false));
  }

  private void reserved(AddressRange range, boolean reserved) {
    for (var other : segments.meeting(range)) {
      if (other.reserved != reserved) {
        var segment = segments.cutOut(other.range().common(range).orElseThrow()).getFirst();
        if (reserved || !(segment instanceof Reserved<H>)) {
          segments.exchange(segment, segment.with(segment.range(), reserved));
        } else {
          segments.drop(segment);
        }
      }
    }
  }

  /** The range must lie inside one span. */
  void change(AddressRange range, Runnable change) {
    runsAt(range).forEach(runs::drop);
    change.run();
    runsAt(range).forEach(runs::add);
  }

  private List<Run> runsAt(AddressRange range) {
    var runs = new ArrayList<Run>();
    for (var gap : gapsAt(range)) {
      runs.add(new Run(gap, marks.warmth(gap)));
    }
    return runs;
  }

  private List<AddressRange> freeWithin(AddressRange range) {
    return gapsAt(range).stream().flatMap(gap -> gap.common(range).stream()).toList();
  }

  /** The free runs that have an address of the range or touch it. */
  List<AddressRange> gapsAt(AddressRange range) {
    var span = spans.spanOf(range.start());
    return span == null ? List.of() : gapsAt(range, span);
  }

  private List<AddressRange> gapsAt(AddressRange range, AddressRange span) {
    var gaps = new ArrayList<AddressRange>();
    var near = range.widened().common(span).orElseThrow();
    var around = segments.around(range);
    var start = startBehind(around.before, span);
    for (var segment : around.inside) {
      if (segment.startsAfter(start) && segment.startsAfter(near.start())) {
        gaps.add(new AddressRange(start, segment.start().previous()));
      }
      if (!segment.endsBefore(near.end())) {
        return gaps;
      }
      start = segment.end().next();
    }
    var end = endBefore(around.behind, span);
    if (!end.isBefore(start)) {
      gaps.add(new AddressRange(start, end));
    }
    return gaps;
  }

  private static Address startBehind(@Nullable Segment<?> segment, AddressRange span) {
    return segment == null || segment.endsBefore(span.start())
        ? span.start()
        : segment.end().next();
  }

  private static Address endBefore(@Nullable Segment<?> segment, AddressRange span) {
    return segment == null || segment.startsAfter(span.end())
        ? span.end()
        : segment.start().previous();
  }

  /** The first segment in the range. */
  @Nullable Segment<H> firstIn(AddressRange range) {
    var first = segments.ceiling(range.start());
    return first == null || first.startsAfter(range.end()) ? null : first;
  }

  /** The first address of the range that is not this holder's. */
  Optional<Address> firstNotHeldBy(H holder, AddressRange range) {
    if (spans.spanOf(range.start()) == null) {
      return Optional.of(range.start());
    }
    var at = range.start();
    for (var segment : segments.meeting(range)) {
      if (segment.startsAfter(at)
          || !(segment instanceof Held<H> held)
          || !held.holder.equals(holder)) {
        return Optional.of(at);
      }
      if (!segment.endsBefore(range.end())) {
        return Optional.empty();
      }
      at = segment.end().next();
    }
    return Optional.of(at);
  }
}
