package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;

/**
 * What comes with a cluster.
 *
 * @param entries in the order in which they are installed
 * @param lacking what nodes cannot work without and the catalog does not have
 * @param refused what the manifest or the team asks for and cannot be had
 * @param gifts definitions that the team gives new clusters and that were not ordered yet
 * @param care how those are looked after that came with the cluster and are no entry any more
 */
public record Choice(
    List<Entry> entries,
    List<Problem> lacking,
    List<Problem> refused,
    List<String> gifts,
    Care care) {

  public Choice {
    entries = List.copyOf(entries);
    lacking = List.copyOf(lacking);
    refused = List.copyOf(refused);
    gifts = List.copyOf(gifts);
  }

  /** Nothing comes with it, and nothing is to be said. */
  public boolean nothing() {
    return entries.isEmpty() && lacking.isEmpty() && refused.isEmpty();
  }
}
