package dev.butlerlabs.butler.bench.ipam.model;

import static dev.butlerlabs.butler.bench.ipam.model.Cells.NONE;
import static dev.butlerlabs.butler.bench.ipam.model.Cells.number;

import dev.butlerlabs.butler.bench.ipam.model.NaiveChoice.Stretch;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Capacity;
import dev.butlerlabs.butler.ipam.allocator.Grant;
import dev.butlerlabs.butler.ipam.allocator.Occupant;
import dev.butlerlabs.butler.ipam.allocator.Release;
import dev.butlerlabs.butler.ipam.allocator.Resize;
import dev.butlerlabs.butler.ipam.allocator.Withdrawal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The model: every question is answered by looking at every address. */
final class NaivePool implements Pool {

  final Place place;
  final Cells cells;
  private final NaiveChoice choice;

  NaivePool(Place place) {
    this.place = place;
    this.cells = new Cells(place);
    this.choice = new NaiveChoice(cells);
  }

  @Override
  public Object play(Step step) {
    return switch (step) {
      case Step.Allocate(var holder, var count) -> allocate(holder, count, 0);
      case Step.Aligned(var holder, var count, var bits) -> allocate(holder, count, bits);
      case Step.Pieces(var holder, var count, var most) -> pieces(holder, count, most);
      case Step.Pin(var holder, var from, var to) -> pin(holder, from, to);
      case Step.Release release -> release(release);
      case Step.Resize resize -> resize(resize);
      case Step.Reserve(var from, var to) -> reserve(from, to);
      case Step.Unreserve(var from, var to) -> unreserve(from, to);
      case Step.Quarantine quarantine -> quarantine(quarantine);
      case Step.Expire(var now) -> expire(now);
    };
  }

  private Grant<Integer> allocate(int holder, int count, int bits) {
    var found = choice.bestFit(count, bits);
    return found.isPresent() ? granted(holder, List.of(found.get())) : refused(count);
  }

  private Grant<Integer> granted(int holder, List<Stretch> stretches) {
    stretches.forEach(stretch -> cells.hold(stretch.from(), stretch.to(), holder));
    return new Grant.Granted<>(
        stretches.stream().map(it -> place.range(it.from(), it.to())).toList());
  }

  private Grant<Integer> refused(int count) {
    var capacity = cells.capacity();
    return new Grant.NoContiguousBlock<>(number(count), capacity.free(), capacity.largestRun());
  }

  private Grant<Integer> pieces(int holder, int count, int most) {
    var pieces = choice.pieces(count, most);
    if (!pieces.isEmpty()) {
      return granted(holder, pieces);
    }
    var free = cells.capacity().free();
    return most == 1 || free.compareTo(number(count)) < 0
        ? refused(count)
        : new Grant.TooScattered<>(number(count), most, number(choice.reach(most)), free);
  }

  private Grant<Integer> pin(int holder, int from, int to) {
    if (!place.inside(from) || !place.inside(to)) {
      return new Grant.OutOfRange<>(place.range(from, to), place.allWindows());
    }
    if (place.window(from) != place.window(to)) {
      return new Grant.Straddles<>(place.range(from, to), place.windowOf(from), place.windowOf(to));
    }
    for (var cell = from; cell <= to; cell++) {
      if (!cells.free(cell)) {
        return new Grant.Conflict<>(place.address(cell), cells.occupant(cell));
      }
    }
    return granted(holder, List.of(new Stretch(from, to)));
  }

  private Release<Integer> release(Step.Release step) {
    for (var cell = step.from(); cell <= step.to(); cell++) {
      if (!cells.heldBy(cell, step.holder())) {
        return new Release.NotHeld<>(place.address(cell), cells.occupant(cell));
      }
    }
    cells.giveBack(step.from(), step.to(), step.now(), step.rest());
    var range = place.range(step.from(), step.to());
    return step.rest() > 0
        ? new Release.Rests<>(range, Place.time(step.now() + step.rest()))
        : new Release.Freed<>(range);
  }

  private Resize<Integer> resize(Step.Resize step) {
    var from = step.from();
    var to = step.to();
    var range = place.range(from, to);
    if (!cells.heldBy(from, step.holder())
        || cells.rangeStart(from) != from
        || cells.rangeEnd(from) != to) {
      return new Resize.NotHeld<>(place.address(from), cells.occupant(from));
    }
    var more = step.size() - (to - from + 1);
    if (more == 0) {
      return new Resize.Unchanged<>(range);
    }
    if (more < 0) {
      cells.giveBack(to + more + 1, to, step.now(), step.rest());
      return new Resize.Shrunk<>(
          range, place.range(from, to + more), place.range(to + more + 1, to));
    }
    var above = room(to, 1);
    var below = room(from, -1);
    if (above + below < more) {
      return new Resize.NoRoom<>(range, number(step.size()), number(below), number(above));
    }
    var up = Math.min(above, more);
    cells.hold(from - (more - up), to + up, step.holder());
    return new Resize.Grown<>(range, place.range(from - (more - up), to + up));
  }

  /** How many cells next to this one are free. */
  private int room(int cell, int direction) {
    var room = 0;
    while (cells.free(cell + direction * (room + 1))) {
      room++;
    }
    return room;
  }

  private Optional<Withdrawal<Integer>> held(int from, int to) {
    for (var cell = from; cell <= to; cell++) {
      if (cells.holder[cell] != NONE) {
        return Optional.of(new Withdrawal.Conflict<>(place.address(cell), cells.occupant(cell)));
      }
    }
    return Optional.empty();
  }

  private Withdrawal<Integer> reserve(int from, int to) {
    return held(from, to).orElseGet(() -> reserved(from, to, true));
  }

  private Withdrawal<Integer> unreserve(int from, int to) {
    return reserved(from, to, false);
  }

  private Withdrawal<Integer> reserved(int from, int to, boolean reserved) {
    var changed = 0;
    for (var cell = from; cell <= to; cell++) {
      if (place.inside(cell) && cells.reserved[cell] != reserved) {
        cells.reserved[cell] = reserved;
        changed++;
      }
    }
    return new Withdrawal.Done<>(number(changed));
  }

  private Withdrawal<Integer> quarantine(Step.Quarantine step) {
    var conflict = held(step.from(), step.to());
    if (conflict.isPresent()) {
      return conflict.get();
    }
    var changed = 0;
    for (var cell = step.from(); cell <= step.to(); cell++) {
      changed += cells.free(cell) ? 1 : 0;
      if (place.inside(cell)) {
        cells.last[cell] = cells.until[cell] == NONE ? NONE : cells.last[cell];
        cells.until[cell] = Math.max(cells.until[cell], step.until());
      }
    }
    return new Withdrawal.Done<>(number(changed));
  }

  private Object expire(int now) {
    var ended = 0;
    for (var cell = 0; cell < place.size(); cell++) {
      if (cells.until[cell] != NONE && cells.until[cell] <= now) {
        cells.until[cell] = NONE;
        ended++;
      }
    }
    return number(ended);
  }

  @Override
  public Capacity capacity() {
    return cells.capacity();
  }

  @Override
  public Occupant<Integer> occupant(int cell) {
    return cells.occupant(cell);
  }

  @Override
  public List<AddressRange> rangesOf(int holder) {
    var ranges = new ArrayList<AddressRange>();
    for (var cell = 0; cell < place.size(); cell++) {
      if (cells.holder[cell] == holder) {
        ranges.add(place.range(cell, cells.rangeEnd(cell)));
        cell = cells.rangeEnd(cell);
      }
    }
    return ranges;
  }

  @Override
  public Optional<Instant> nextRestEnd() {
    var first = Integer.MAX_VALUE;
    for (var until : cells.until) {
      first = until == NONE ? first : Math.min(first, until);
    }
    return first == Integer.MAX_VALUE ? Optional.empty() : Optional.of(Place.time(first));
  }
}
