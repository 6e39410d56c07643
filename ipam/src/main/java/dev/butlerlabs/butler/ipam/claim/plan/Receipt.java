package dev.butlerlabs.butler.ipam.claim.plan;

import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.kernel.Verdict;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The status of a claim at each step of its life. What others wrote there stays.
 *
 * <p>Blocks are also listed address by address only where that is short.
 */
public final class Receipt {

  private static final String BY = "networkpool-controller";
  private static final String READY = "Ready";
  private static final BigInteger MOST = BigInteger.valueOf(Integer.MAX_VALUE);
  private static final BigInteger LISTED = BigInteger.valueOf(64);

  private Receipt() {}

  /** It holds the range from now on. */
  public static IPAllocationStatus allocated(Claim claim, AddressRange range, Instant now) {
    var verdict = Verdict.yes(READY, "Ready", "holds " + range);
    return new IPAllocationStatus(
        Phase.ALLOCATED,
        range.start().toString(),
        range.end().toString(),
        range.toString(),
        listed(range),
        range.size().min(MOST).intValueExact(),
        now,
        BY,
        null,
        null,
        claim.generation(),
        conditions(claim, verdict, now));
  }

  /** It is on its way out; its addresses are taken until somebody says that they are let go. */
  public static IPAllocationStatus releasing(Claim claim, Instant now) {
    return moved(
        claim,
        Phase.RELEASING,
        Verdict.no(
            READY,
            "Releasing",
            told(claim)
                + " stays taken until nothing announces it any more: waits for the condition"
                + " Withdrawn or HolderGone"),
        now,
        null);
  }

  /** It has given back what it had, if anything. */
  public static IPAllocationStatus released(Claim claim, Instant now) {
    var message = claim.ranges().isEmpty() ? "was given no addresses" : "gave back " + told(claim);
    return moved(claim, Phase.RELEASED, Verdict.no(READY, "Released", message), now, now);
  }

  /** It cannot be served now. */
  public static IPAllocationStatus failed(Claim claim, Refusal refusal, Instant now) {
    return moved(
        claim, Phase.FAILED, Verdict.no(READY, refusal.why().wire(), refusal.message()), now, null);
  }

  /** Whether the claim says so already, of the spec it has now. */
  public static boolean alreadyFailed(Claim claim, Refusal refusal) {
    var status = claim.object().getStatus();
    return status != null
        && status.phase() == Phase.FAILED
        && status.observedGeneration() != null
        && status.observedGeneration() == claim.generation()
        && claim
            .ready()
            .filter(ready -> ready.reason().equals(refusal.why().wire()))
            .filter(ready -> ready.message().equals(refusal.message()))
            .isPresent();
  }

  private static IPAllocationStatus moved(
      Claim claim, Phase phase, Verdict verdict, Instant now, @Nullable Instant releasedAt) {
    var before = claim.object().getStatus();
    var conditions = conditions(claim, verdict, now);
    if (before == null) {
      return new IPAllocationStatus(
          phase,
          null,
          null,
          null,
          List.of(),
          null,
          null,
          null,
          null,
          releasedAt,
          claim.generation(),
          conditions);
    }
    return new IPAllocationStatus(
        phase,
        before.startAddress(),
        before.endAddress(),
        before.cidr(),
        before.addresses(),
        before.allocatedCount(),
        before.allocatedAt(),
        before.allocatedBy(),
        before.unusedSince(),
        releasedAt,
        claim.generation(),
        conditions);
  }

  private static List<dev.butlerlabs.butler.kernel.Condition> conditions(
      Claim claim, Verdict verdict, Instant now) {
    return claim.conditions().with(List.of(verdict), claim.generation(), now).all();
  }

  private static String told(Claim claim) {
    return claim.ranges().stream().map(AddressRange::toString).collect(Collectors.joining(", "));
  }

  private static List<String> listed(AddressRange range) {
    if (range.size().compareTo(LISTED) > 0) {
      return List.of();
    }
    var all = new ArrayList<String>();
    for (var at = range.start(); ; at = at.next()) {
      all.add(at.toString());
      if (at.equals(range.end())) {
        return all;
      }
    }
  }
}
