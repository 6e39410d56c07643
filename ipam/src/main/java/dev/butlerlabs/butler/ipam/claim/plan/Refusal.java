package dev.butlerlabs.butler.ipam.claim.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.kernel.ObjectKey;
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
    POOL_DELETING("PoolDeleting"),

    /** A ledger cannot be read, so nobody can tell what is taken or how much the tenant has. */
    LEDGER_UNREADABLE("LedgerUnreadable");

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

  /** Nobody can tell what of the claim's own pool is taken. */
  public static Refusal unreadable(ObjectKey pool, ObjectKey ledger) {
    return new Refusal(
        Why.LEDGER_UNREADABLE,
        "the ledger of NetworkPool %s, ConfigMap %s, cannot be read, so nothing is given out; the"
                .formatted(pool, ledger)
            + " condition Ready of the pool says what to do, and this claim is served by itself"
            + " afterwards");
  }

  /** Nobody can tell whether the tenant would have more than its provider allows. */
  public static Refusal unclearQuota(String message) {
    return new Refusal(Why.LEDGER_UNREADABLE, message);
  }

  /**
   * Why nobody can tell.
   *
   * @param pool where claims of the tenant wait
   * @param ledger of that pool, which cannot be read
   */
  public static String unclearQuota(ObjectKey tenant, ObjectKey pool, ObjectKey ledger) {
    return "TenantCluster %s has a quota, and waits for addresses of NetworkPool %s, whose ledger,"
            .formatted(tenant, pool)
        + " ConfigMap %s, cannot be read: nobody can tell how much it has. Do what the"
            .formatted(ledger)
        + " condition Ready of that pool says, or delete what waits there; tried again as soon as"
        + " that is done";
  }

  /** What the addresses are for, for people. */
  public static String word(IPAllocationSpec.Type type) {
    return type == IPAllocationSpec.Type.NODES ? "nodes" : "load balancers";
  }
}
