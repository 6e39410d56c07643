package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;

/**
 * A ledger's object that says what no ledger says. What it knew is unknown then, never nothing: it
 * may speak of bindings that somebody is about to write.
 *
 * <p>Nobody enters anything into it as long as it is so, because a ledger is changed only by
 * whoever has read it.
 *
 * @param object the ConfigMap
 * @param why what cannot be read in it
 * @param legible ranges it speaks of all the same
 */
public record UnreadableLedger(ObjectKey object, String why, List<AddressRange> legible) {

  public UnreadableLedger {
    legible = List.copyOf(legible);
  }

  /** Whether it should be the ledger of the pool. */
  public boolean isOf(ObjectKey pool) {
    return object.name().equals(LedgerStore.name(pool));
  }

  /** For people, without what to do. */
  public String sentence() {
    return "ConfigMap %s cannot be read as a ledger: %s".formatted(object, why);
  }
}
