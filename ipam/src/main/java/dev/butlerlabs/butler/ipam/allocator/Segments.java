package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Segment.Disputed;
import dev.butlerlabs.butler.ipam.allocator.Segment.Held;
import dev.butlerlabs.butler.ipam.allocator.Segment.Reserved;
import dev.butlerlabs.butler.ipam.allocator.Segment.Resting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Everything in a pool that is not free, by address, by holder and by the end of its rest. */
final class Segments<H> extends StretchTree<Segment<H>> {

  private final Map<H, Held<H>> chains = new HashMap<>();
  final Tally used = new Tally();
  final Tally reserved = new Tally();
  final Tally resting = new Tally();
  private int heldRanges;

  @Override
  void refresh(Segment<H> node) {
    var earliest = node.until();
    earliest = node.left == null ? earliest : Math.min(earliest, node.left.earliest);
    node.earliest = node.right == null ? earliest : Math.min(earliest, node.right.earliest);
  }

  @Override
  void include(Segment<H> node, Segment<H> newcomer) {
    node.earliest = Math.min(node.earliest, newcomer.until());
  }

  @Override
  boolean leansOn(Segment<H> node, Segment<H> gone) {
    return gone.until() != Moments.NEVER_ENDS && gone.until() == node.earliest;
  }

  void add(Segment<H> segment) {
    insert(segment);
    count(segment);
  }

  void drop(Segment<H> segment) {
    remove(segment);
    discount(segment);
  }

  /** Puts a segment in the place of one; no other may lie between the two. */
  void exchange(Segment<H> old, Segment<H> segment) {
    replace(old, segment);
    discount(old);
    count(segment);
  }

  private void count(Segment<H> segment) {
    tally(segment).add(segment.distance());
    if (segment instanceof Held<H> held) {
      heldRanges++;
      link(held);
    }
  }

  private void discount(Segment<H> segment) {
    tally(segment).subtract(segment.distance());
    if (segment instanceof Held<H> held) {
      heldRanges--;
      unlink(held);
    }
  }

  private Tally tally(Segment<H> segment) {
    if (segment.reserved) {
      return reserved;
    }
    return switch (segment) {
      case Held<H> _, Disputed<H> _ -> used;
      case Resting<H> _ -> resting;
      case Reserved<H> _ -> reserved;
    };
  }

  private void link(Held<H> held) {
    var head = chains.put(held.holder, held);
    held.before = null;
    held.after = head;
    if (head != null) {
      head.before = held;
    }
  }

  private void unlink(Held<H> held) {
    if (held.after != null) {
      held.after.before = held.before;
    }
    if (held.before != null) {
      held.before.after = held.after;
    } else if (held.after != null) {
      chains.put(held.holder, held.after);
    } else {
      chains.remove(held.holder);
    }
  }

  /** Cuts segments in two so that none crosses an end of the range; returns those inside it. */
  List<Segment<H>> cutOut(AddressRange range) {
    var meeting = meeting(range);
    if (meeting.isEmpty()) {
      return meeting;
    }
    var first = meeting.getFirst();
    var last = meeting.getLast();
    var whole = range.contains(first.start()) && range.contains(last.end());
    return whole ? meeting : cutOut(first, last, range);
  }

  private List<Segment<H>> cutOut(Segment<H> first, Segment<H> last, AddressRange range) {
    if (!range.contains(first.start())) {
      cut(first, range.start());
    }
    if (!range.contains(last.end())) {
      cut(Objects.requireNonNull(at(range.end())), range.end().next());
    }
    return meeting(range);
  }

  /** Makes the segment end before the address and another start at it. */
  private void cut(Segment<H> segment, Address at) {
    var low = new AddressRange(segment.start(), at.previous());
    var high = new AddressRange(at, segment.end());
    exchange(segment, segment.with(low, segment.reserved));
    add(segment.with(high, segment.reserved));
  }

  /** A segment whose rest has ended by then. */
  @Nullable Segment<H> rested(long now) {
    var at = root();
    if (at == null || at.earliest > now) {
      return null;
    }
    while (at.until() > now) {
      var left = at.left;
      var next = left != null && left.earliest <= now ? left : at.right;
      if (next == null) {
        return null;
      }
      at = next;
    }
    return at;
  }

  /** When the first rest ends. */
  Optional<Long> earliest() {
    var root = root();
    return root == null || root.earliest == Moments.NEVER_ENDS
        ? Optional.empty()
        : Optional.of(root.earliest);
  }

  /** The ranges of one holder, in order. */
  List<AddressRange> rangesOf(H holder) {
    var ranges = new ArrayList<AddressRange>();
    for (var held = chains.get(holder); held != null; held = held.after) {
      ranges.add(held.range());
    }
    ranges.sort(Comparator.naturalOrder());
    return ranges;
  }

  int heldRanges() {
    return heldRanges;
  }
}
