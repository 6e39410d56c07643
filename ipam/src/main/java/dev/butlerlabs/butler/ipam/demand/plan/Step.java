package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One thing to do about the claims of a cluster. */
public sealed interface Step {

  /**
   * Ask a pool for addresses.
   *
   * @param block how many addresses the first block is to have in all, 0 for later ones
   * @param asked in which state the pool was
   * @param refusals what other pools said to the same need
   */
  record Create(
      IPAllocationSpec.Type type,
      Claim.Role role,
      String pool,
      int count,
      @Nullable AddressRange pin,
      int block,
      String asked,
      List<Refusal> refusals)
      implements Step {

    public Create {
      refusals = List.copyOf(refusals);
    }
  }

  /** Ask for the addresses to be given back; they stay taken until nobody uses them. */
  record Release(String claim) implements Step {}

  /** Note since when none of the addresses has been in use. */
  record MarkUnused(String claim, Instant since) implements Step {}

  /** Note that one of them is in use again. */
  record MarkUsed(String claim) implements Step {}
}
