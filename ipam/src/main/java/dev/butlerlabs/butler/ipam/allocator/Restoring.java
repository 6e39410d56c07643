package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Segment.Disputed;
import dev.butlerlabs.butler.ipam.allocator.Segment.Held;
import dev.butlerlabs.butler.ipam.allocator.Segment.Resting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a pool from stored facts, given in any order.
 *
 * <p>The same facts make the same pool. A fact may be told twice. Where facts contradict each other
 * the addresses in question stay taken, and the contradiction is a {@link Finding}.
 */
public final class Restoring<H> {

  private record Rest<H>(AddressRange range, @Nullable H last, Instant until) {}

  private record Mark(AddressRange range, Instant at) {}

  private final List<AddressRange> windows = new ArrayList<>();
  private final List<AddressRange> reserved = new ArrayList<>();
  private final List<Rest<H>> rests = new ArrayList<>();
  private final List<Mark> marks = new ArrayList<>();
  private final Claims<H> claims = new Claims<>();
  private final List<Finding<H>> findings = new ArrayList<>();

  public Restoring<H> windows(Collection<AddressRange> ranges) {
    windows.addAll(ranges);
    return this;
  }

  /** May lie outside the windows. */
  public Restoring<H> reserved(AddressRange range) {
    reserved.add(range);
    return this;
  }

  public Restoring<H> held(AddressRange range, H holder) {
    claims.add(range, holder);
    return this;
  }

  /** Resting, whoever had it last; of several rests the last to end counts. */
  public Restoring<H> resting(AddressRange range, @Nullable H last, Instant until) {
    rests.add(new Rest<>(range, last, until));
    return this;
  }

  /** Given back at a time and resting until another. */
  public Restoring<H> resting(AddressRange range, @Nullable H last, Instant at, Instant until) {
    return resting(range, last, until).released(range, at);
  }

  /** Given back at a time; of several releases the latest counts. */
  public Restoring<H> released(AddressRange range, Instant at) {
    marks.add(new Mark(range, at));
    return this;
  }

  public Restored<H> restore() {
    var ground = new Ground<H>(new Spans(ofOneFamily()));
    marks.stream()
        .sorted(Comparator.comparing(Mark::at))
        .forEach(
            mark ->
                ground
                    .spans
                    .inside(mark.range())
                    .forEach(part -> ground.released(part, Moments.down(mark.at()))));
    rests.stream()
        .sorted(
            Comparator.comparing((Rest<H> rest) -> rest.until())
                .thenComparing(rest -> String.valueOf(rest.last())))
        .forEach(rest -> rest(ground, rest));
    claims.pieces().forEach(piece -> hold(ground, piece));
    Spans.merged(reserved, true).forEach(range -> reserve(ground, range));
    return new Restored<>(new Allocator<>(ground), findings);
  }

  private List<AddressRange> ofOneFamily() {
    var sorted = windows.stream().sorted().distinct().toList();
    var kept = new ArrayList<AddressRange>();
    for (var window : sorted) {
      if (window.family() != sorted.getFirst().family()) {
        findings.add(new Finding.OtherFamily<>(window));
        continue;
      }
      kept.stream()
          .filter(window::overlaps)
          .findFirst()
          .ifPresent(other -> findings.add(new Finding.WindowsOverlap<>(other, window)));
      kept.add(window);
    }
    return kept;
  }

  private static <H> void rest(Ground<H> ground, Rest<H> rest) {
    ground
        .spans
        .inside(rest.range())
        .forEach(part -> ground.rest(part, rest.last(), Moments.up(rest.until())));
  }

  private void hold(Ground<H> ground, Claims.Piece<H> piece) {
    var holders = piece.holders();
    if (holders.size() > 1) {
      findings.add(new Finding.SeveralHolders<>(piece.range(), holders));
    }
    var inside = ground.spans.inside(piece.range());
    if (!inside.equals(List.of(piece.range()))) {
      outside(piece.range(), inside)
          .forEach(
              part ->
                  holders.forEach(holder -> findings.add(new Finding.HeldOutside<>(part, holder))));
    }
    for (var part : inside) {
      for (var segment : ground.segments.meeting(part)) {
        if (segment instanceof Resting<H>) {
          var both = segment.range().common(part).orElseThrow();
          findings.add(new Finding.HeldAndResting<>(both, holders));
        }
      }
      ground.free(part);
      if (holders.size() > 1) {
        ground.dispute(part, holders);
      } else {
        ground.hold(part, holders.iterator().next());
      }
    }
  }

  /** What of a range is left when its parts inside the pool are taken away. */
  private static List<AddressRange> outside(AddressRange range, List<AddressRange> inside) {
    var outside = new ArrayList<AddressRange>();
    @Nullable Address start = range.start();
    for (var part : inside) {
      if (start != null && start.isBefore(part.start())) {
        outside.add(new AddressRange(start, part.start().previous()));
      }
      start = part.end().isBefore(range.end()) ? part.end().next() : null;
    }
    if (start != null) {
      outside.add(new AddressRange(start, range.end()));
    }
    return outside;
  }

  private void reserve(Ground<H> ground, AddressRange range) {
    for (var part : ground.spans.inside(range)) {
      for (var segment : ground.segments.meeting(part)) {
        if (!segment.reserved && (segment instanceof Held<H> || segment instanceof Disputed<H>)) {
          findings.add(
              new Finding.HeldAndReserved<>(
                  segment.range().common(part).orElseThrow(), segment.occupant()));
        }
      }
      ground.reserve(part);
    }
  }
}
