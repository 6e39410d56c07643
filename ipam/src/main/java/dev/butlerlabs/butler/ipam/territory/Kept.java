package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.kernel.ObjectKey;

/** Addresses that are kept back, and why. */
public record Kept(AddressRange range, Cause cause) {

  /** Why addresses are not given out. */
  public sealed interface Cause {

    /** As a half sentence: "reserved by the pool". */
    String because();

    /** {@code spec.reserved} says so. */
    record Reserved(String description) implements Cause {
      @Override
      public String because() {
        return description.isEmpty() ? "reserved" : "reserved (" + description + ")";
      }
    }

    /** The first or last address of the block, which the network itself uses. */
    record OfTheNetwork(String what) implements Cause {
      @Override
      public String because() {
        return "the " + what;
      }
    }

    /** A gateway or DNS server that a ProviderConfig names. */
    record OfProvider(String what, ObjectKey provider) implements Cause {
      @Override
      public String because() {
        return "the %s of ProviderConfig %s".formatted(what, provider);
      }
    }

    /** The API server of a cluster answers there. */
    record ControlPlane(ObjectKey cluster) implements Cause {
      @Override
      public String because() {
        return "the control plane endpoint of TenantCluster " + cluster;
      }
    }

    /** Something outside the tenants was seen using it. */
    record InUse(String by) implements Cause {
      @Override
      public String because() {
        return "in use by " + by;
      }
    }

    /** Another pool means to give it out as well. */
    record Shared(ObjectKey pool) implements Cause {
      @Override
      public String because() {
        return "also in NetworkPool " + pool;
      }
    }

    /** Given out through another pool, which no longer covers it or overlaps this one. */
    record HeldThrough(ObjectKey pool, ObjectKey claim) implements Cause {
      @Override
      public String because() {
        return "held by IPAllocation %s of NetworkPool %s".formatted(claim, pool);
      }
    }

    /**
     * Nobody can tell whether it is given out through another pool.
     *
     * @param why as a whole sentence
     */
    record Unclear(String why) implements Cause {
      @Override
      public String because() {
        return "perhaps given out already: " + why;
      }
    }
  }

  /** Whether it counts as a reserved part of the pool, not as taken by somebody. */
  boolean reservedPart() {
    return switch (cause) {
      case Cause.Reserved _, Cause.OfTheNetwork _, Cause.OfProvider _ -> true;
      case Cause.ControlPlane _,
          Cause.InUse _,
          Cause.Shared _,
          Cause.HeldThrough _,
          Cause.Unclear _ ->
          false;
    };
  }

  @Override
  public String toString() {
    return range + ": " + cause.because();
  }
}
