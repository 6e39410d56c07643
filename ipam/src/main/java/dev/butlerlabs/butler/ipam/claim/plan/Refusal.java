package dev.butlerlabs.butler.ipam.claim.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import java.math.BigInteger;

/**
 * Why a claim cannot be served now, in one word for programs and a sentence or two for people.
 *
 * <p>The sentence speaks of the claim and its pool's rules, not of how full the pool is just now:
 * it would change with every address given out, and each change would be a write.
 */
public record Refusal(Why why, String message) {

  /** The reason of the claim's condition Ready. */
  public enum Why {
    /** Enough is free, but not side by side. */
    NO_CONTIGUOUS_BLOCK("NoContiguousBlock"),

    /** Not enough is free. */
    POOL_EXHAUSTED("PoolExhausted"),

    /** A pinned address is not free. */
    PINNED_CONFLICT("PinnedConflict"),

    /** The pinned range is not inside one window of the pool. */
    OUT_OF_RANGE("OutOfRange"),

    /** The tenant or its team would have more than it may. */
    QUOTA_EXCEEDED("QuotaExceeded"),

    /** The team may not be served from the pool. */
    TEAM_NOT_ALLOWED("TeamNotAllowed"),

    /** The claim asks for something that makes no sense. */
    INVALID_CONFIGURATION("InvalidConfiguration"),

    /** The pool's spec breaks a rule. */
    POOL_INVALID("PoolInvalid"),

    /** There is no such pool. */
    POOL_NOT_FOUND("PoolNotFound"),

    /** The pool is being deleted. */
    POOL_DELETING("PoolDeleting");

    private final String wire;

    Why(String wire) {
      this.wire = wire;
    }

    /** The condition's {@code reason}. */
    public String wire() {
      return wire;
    }
  }

  /** The tenant would have more than its provider allows. */
  public static Refusal overQuota(Claim claim, BigInteger wanted, BigInteger limit) {
    return new Refusal(
        Why.QUOTA_EXCEEDED,
        "TenantCluster %s may have %s addresses for %s by spec.network.quotaPerTenant of its"
                .formatted(claim.tenant(), limit, word(claim.spec().type()))
            + " ProviderConfig, and %s more would be too many; tried again as soon as it gives some"
                .formatted(wanted)
            + " back");
  }

  /** What the addresses are for, for people. */
  public static String word(IPAllocationSpec.Type type) {
    return type == IPAllocationSpec.Type.NODES ? "nodes" : "load balancers";
  }
}
