package dev.butlerlabs.butler.ipam.allocator;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.util.Set;

/** Something in the stored facts that cannot be right. No address is given out because of it. */
public sealed interface Finding<H> {

  /** Addresses recorded for several holders. They stay taken, and none of them can release them. */
  record SeveralHolders<H>(AddressRange range, Set<H> holders) implements Finding<H> {
    public SeveralHolders {
      holders = Set.copyOf(holders);
    }
  }

  /** Addresses that somebody holds although they are not, or no longer, in a window. */
  record HeldOutside<H>(AddressRange range, H holder) implements Finding<H> {}

  /** Addresses that somebody holds although they are reserved. They count as reserved. */
  record HeldAndReserved<H>(AddressRange range, Occupant<H> occupant) implements Finding<H> {}

  /** Addresses that somebody holds although they still had to rest. */
  record HeldAndResting<H>(AddressRange range, Set<H> holders) implements Finding<H> {
    public HeldAndResting {
      holders = Set.copyOf(holders);
    }
  }

  /** Windows that have addresses in common. They are treated as one. */
  record WindowsOverlap<H>(AddressRange first, AddressRange second) implements Finding<H> {}

  /** A window of another family than the first one. It is left out. */
  record OtherFamily<H>(AddressRange window) implements Finding<H> {}
}
