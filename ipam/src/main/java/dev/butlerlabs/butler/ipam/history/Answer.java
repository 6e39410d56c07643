package dev.butlerlabs.butler.ipam.history;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Who had an address at a time. */
public sealed interface Answer {

  /** For people. */
  String sentence();

  /** One claim had it. */
  record Held(Address address, Possession by) implements Answer {
    @Override
    public String sentence() {
      return "%s belonged to TenantCluster %s through IPAllocation %s, from %s %s"
          .formatted(
              address,
              by.cluster(),
              by.claim(),
              by.from(),
              by.until().map(end -> "until " + end).orElse("until now"));
    }
  }

  /** The records say that several had it at once, which must never be: they are damaged. */
  record Disputed(Address address, List<Possession> by) implements Answer {
    public Disputed {
      by = List.copyOf(by);
    }

    @Override
    public String sentence() {
      return by.stream()
          .map(one -> "TenantCluster %s (IPAllocation %s)".formatted(one.cluster(), one.claim()))
          .collect(
              Collectors.joining(
                  " and ",
                  "the records say that %s belonged to ".formatted(address),
                  " at once; look at these IPAllocations"));
    }
  }

  /**
   * Nobody had it, as far as is on record. A claim that was deleted, instead of released, leaves no
   * record.
   *
   * @param last who had it before, where that is still known
   */
  record Free(Address address, ObjectKey pool, Optional<Possession> last) implements Answer {
    @Override
    public String sentence() {
      return "no record says that anybody had %s of NetworkPool %s then%s"
          .formatted(
              address,
              pool,
              last.map(
                      one ->
                          "; before, until %s, it belonged to TenantCluster %s"
                              .formatted(one.until().orElseThrow(), one.cluster()))
                  .orElse(""));
    }
  }

  /** The records do not reach that far. */
  record Unknown(Address address, String why, Optional<Instant> knownFrom) implements Answer {
    @Override
    public String sentence() {
      return "it is not known who had %s then: %s".formatted(address, why);
    }
  }

  /** No pool has the address, and no record names it. */
  record NotManaged(Address address) implements Answer {
    @Override
    public String sentence() {
      return "%s is in no NetworkPool, and no record names it".formatted(address);
    }
  }

  /** A pool has the address but never gives it out. */
  record KeptBack(Address address, ObjectKey pool, String because) implements Answer {
    @Override
    public String sentence() {
      return "%s of NetworkPool %s is not given out: %s".formatted(address, pool, because);
    }
  }
}
