package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A range that is not free, and why. Reservation lies over the other reasons and can outlast them.
 */
abstract sealed class Segment<H> extends Stretch<Segment<H>> {

  final boolean reserved;

  /** The earliest end of a rest in this node's subtree. */
  long earliest = Moments.NEVER_ENDS;

  private Segment(AddressRange range, boolean reserved) {
    super(range);
    this.reserved = reserved;
  }

  /** The same reason for other addresses. */
  abstract Segment<H> with(AddressRange range, boolean reserved);

  /** The same addresses, resting. */
  Resting<H> resting(@Nullable H last, long until) {
    return new Resting<>(range(), reserved, last, until);
  }

  /** When it stops by itself. */
  long until() {
    return Moments.NEVER_ENDS;
  }

  abstract Occupant<H> occupant();

  /** Given to a holder, and one link in the chain of what that holder has. */
  static final class Held<H> extends Segment<H> {
    final H holder;
    @Nullable Held<H> before;
    @Nullable Held<H> after;

    Held(AddressRange range, boolean reserved, H holder) {
      super(range, reserved);
      this.holder = holder;
    }

    @Override
    Held<H> with(AddressRange range, boolean reserved) {
      return new Held<>(range, reserved, holder);
    }

    @Override
    Occupant<H> occupant() {
      return new Occupant.Held<>(range(), holder);
    }
  }

  /** Stored as given to several holders at once: nobody may have it until that is cleared up. */
  static final class Disputed<H> extends Segment<H> {
    private final Set<H> holders;

    Disputed(AddressRange range, boolean reserved, Set<H> holders) {
      super(range, reserved);
      this.holders = holders;
    }

    @Override
    Disputed<H> with(AddressRange range, boolean reserved) {
      return new Disputed<>(range, reserved, holders);
    }

    @Override
    Occupant<H> occupant() {
      return new Occupant.Disputed<>(range(), holders);
    }
  }

  /** Given back and not to be given out before its time. */
  static final class Resting<H> extends Segment<H> {
    private final @Nullable H holder;
    private final long until;

    Resting(AddressRange range, boolean reserved, @Nullable H holder, long until) {
      super(range, reserved);
      this.holder = holder;
      this.until = until;
    }

    @Override
    Resting<H> with(AddressRange range, boolean reserved) {
      return new Resting<>(range, reserved, holder, until);
    }

    /**
     * A longer rest that nobody's release is the reason of does not make the last holder forgotten.
     */
    @Override
    Resting<H> resting(@Nullable H last, long until) {
      return super.resting(last == null ? holder : last, until);
    }

    @Override
    long until() {
      return until;
    }

    @Override
    Occupant<H> occupant() {
      return reserved
          ? new Occupant.Reserved<>(range())
          : new Occupant.Resting<>(range(), holder, Moments.instant(until));
    }
  }

  /** Reserved and nothing else. */
  static final class Reserved<H> extends Segment<H> {

    Reserved(AddressRange range) {
      super(range, true);
    }

    @Override
    Reserved<H> with(AddressRange range, boolean reserved) {
      return new Reserved<>(range);
    }

    @Override
    Occupant<H> occupant() {
      return new Occupant.Reserved<>(range());
    }
  }
}
