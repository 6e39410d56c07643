package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Family;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A claim of one cluster on addresses, as its demand sees it.
 *
 * @param number the running number in its name, 0 when the name has none of ours
 * @param pin exactly these addresses are wanted
 * @param size addresses given, or wanted while none are
 * @param range the addresses that are taken by it, released ones aside
 * @param block how many addresses the first block was to have, over all its pieces; 0 when unsaid
 * @param holderGone the machines that had the addresses are gone
 * @param asked in which state its pool was when it was asked; empty when unsaid
 * @param refusals what pools refused before this claim was made for the same need
 */
public record Claim(
    String name,
    int number,
    IPAllocationSpec.Type type,
    Role role,
    String pool,
    Family family,
    int size,
    State state,
    String reason,
    String message,
    @Nullable AddressRange pin,
    @Nullable AddressRange range,
    int block,
    @Nullable Instant unusedSince,
    boolean holderGone,
    String asked,
    List<Refusal> refusals) {

  public Claim {
    refusals = List.copyOf(refusals);
  }

  /** Whether a claim belongs to what a cluster begins with, or was added later. */
  public enum Role {
    INITIAL,
    GROWTH
  }

  /** How far a claim has come. */
  public enum State {
    /** Asked for; it will be held or refused. */
    WAITING,

    /** Has its addresses. */
    HELD,

    /** The pool cannot serve it now. It stands as a bid: the pool serves it once it can. */
    REFUSED,

    /** On its way back; if it has addresses they are still taken. */
    LEAVING,

    /** Kept for the record only. */
    GONE
  }

  /** Counts towards what the cluster has. */
  public boolean live() {
    return state == State.WAITING || state == State.HELD;
  }

  public boolean held() {
    return state == State.HELD;
  }

  public boolean leaving() {
    return state == State.LEAVING;
  }

  public boolean waiting() {
    return state == State.WAITING;
  }

  public boolean refused() {
    return state == State.REFUSED;
  }

  /** Counts towards a quota: what is held, on its way in, or not yet back. */
  public boolean taken() {
    return live() || (state == State.LEAVING && range != null);
  }

  public boolean pinned() {
    return pin != null;
  }

  static int sizes(List<Claim> claims) {
    return (int) Math.min(Integer.MAX_VALUE, claims.stream().mapToLong(Claim::size).sum());
  }
}
