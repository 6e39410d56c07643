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
 * those that are then there. Where free addresses are only used up, those are what is left of the
 * former, and are not looked for again.
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
    take(range, runsIn(range, gapsAt(range)), new Held<>(range, false, holder));
  }

  /** The range lies in the run, which is one of {@link #runs}. */
  void hold(Run run, AddressRange range, H holder) {
    take(range, List.of(run), new Held<>(range, false, holder));
  }

  private void take(AddressRange range, List<Run> here, Held<H> held) {
    useUp(
        range,
        here,
        () -> {
          clearMarks(range, here);
          segments.add(held);
        });
  }

  /**
   * Lets a held range grow over what is free beside it.
   *
   * @param gaps those at the held range
   */
  void grow(Held<H> held, AddressRange after, List<AddressRange> gaps) {
    var here = runsIn(after, gaps);
    useUp(
        after,
        here,
        () -> {
          clearMarks(after, here);
          segments.exchange(held, held.with(after, held.reserved));
        });
  }

  private void clearMarks(AddressRange range, List<Run> here) {
    for (var run : here) {
      if (run.warmth != Moments.NEVER_USED) {
        marks.clear(range);
        return;
      }
    }
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
    var here = runsIn(range, gapsAt(range));
    useUp(
        range,
        here,
        () -> {
          for (var segment : segments.cutOut(range)) {
            if (segment.until() == Moments.NEVER_ENDS || segment.until() < until) {
              segments.exchange(segment, segment.resting(last, until));
            }
          }
          for (var run : here) {
            segments.add(new Resting<>(common(run, range), false, last, until));
          }
        });
  }

  void reserve(AddressRange range) {
    var here = runsIn(range, gapsAt(range));
    useUp(
        range,
        here,
        () -> {
          reserved(range, true);
          for (var run : here) {
            segments.add(new Reserved<>(common(run, range)));
          }
        });
  }

  private AddressRange common(Run run, AddressRange range) {
    return run.range().common(range).orElseThrow();
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
  private void change(AddressRange range, Runnable change) {
    runsOf(gapsAt(range)).forEach(runs::drop);
    change.run();
    runsOf(gapsAt(range)).forEach(runs::add);
  }

  /** After it nothing of the range is free; the runs are all that have an address of it. */
  private void useUp(AddressRange range, List<Run> here, Runnable use) {
    here.forEach(runs::drop);
    use.run();
    for (var run : here) {
      if (!run.startsAfter(range.start()) && !run.start().equals(range.start())) {
        leave(run, new AddressRange(run.start(), range.start().previous()));
      }
      if (!run.endsBefore(range.end()) && !run.end().equals(range.end())) {
        leave(run, new AddressRange(range.end().next(), run.end()));
      }
    }
  }

  private void leave(Run whole, AddressRange part) {
    var warmth = whole.warmth == Moments.NEVER_USED ? whole.warmth : marks.warmth(part);
    runs.add(new Run(part, warmth));
  }

  private List<Run> runsIn(AddressRange range, List<AddressRange> gaps) {
    return runsOf(gaps.stream().filter(range::overlaps).toList());
  }

  private List<Run> runsOf(List<AddressRange> gaps) {
    var found = new ArrayList<Run>(gaps.size());
    for (var gap : gaps) {
      found.add(new Run(gap, marks.warmth(gap)));
    }
    return found;
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
