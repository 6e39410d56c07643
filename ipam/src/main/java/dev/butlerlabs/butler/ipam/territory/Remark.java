package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;

/** Something about a pool that a person should know. */
public sealed interface Remark {

  /** What is the matter and what to do, as one sentence. */
  default String sentence() {
    return problem().sentence();
  }

  Problem problem();

  /** The spec cannot be served from; nothing is given out until it is corrected. */
  record Invalid(Problem problem) implements Remark {}

  /** Another pool means to give out the same addresses; neither does. */
  record Overlap(ObjectKey pool, Ranges shared) implements Remark {
    @Override
    public Problem problem() {
      return new Problem(
          "",
          "%s is also in NetworkPool %s, so neither pool gives it out".formatted(shared, pool),
          "take it out of the ranges of one of them, or reserve it there");
    }
  }

  /** Clusters use the same addresses inside themselves and will not reach these. */
  record OverClusterNetwork(Ranges shared, String whose) implements Remark {
    @Override
    public Problem problem() {
      return new Problem(
          "",
          "%s is also in the %s, which cannot reach these addresses".formatted(shared, whose),
          "keep the ranges of the pool clear of it");
    }
  }

  /** Somebody wrote a window over an address that a ProviderConfig names. */
  record OverFixture(Address address, Kept.Cause cause, boolean keptBack) implements Remark {
    @Override
    public Problem problem() {
      return new Problem(
          "spec.tenantAllocation",
          "the ranges hold %s, %s".formatted(address, cause.because()),
          keptBack
              ? "leave it out of the ranges, or put it in spec.reserved"
              : "it may be given out, because spec.autoReserve is false; put it in spec.reserved");
    }
  }

  /** Something uses an address inside the windows; it is not given out. */
  record ForeignUse(Address address, Kept.Cause cause) implements Remark {
    @Override
    public Problem problem() {
      return new Problem(
          "",
          "%s is %s and is not given out".formatted(address, cause.because()),
          "reserve it, or move it out of the pool");
    }
  }

  /** Nobody can tell whether another pool has given these out, so this one does not. */
  record Unclear(Ranges shared, String why) implements Remark {
    @Override
    public Problem problem() {
      return new Problem(
          "",
          "%s is not given out: %s".formatted(shared, why),
          "do what the condition Ready of that pool says");
    }
  }
}
