package dev.butlerlabs.butler.ipam.tell;

import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec.Defaults;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;

/**
 * The block a tenant gets that asks for no number.
 *
 * @param what for people: "load balancer"
 * @param fits whether one more could be placed now
 */
public record DefaultBlock(String what, int size, boolean fits) {

  private static final int NODES = 5;
  private static final int LOAD_BALANCER = 8;

  /**
   * Both default blocks of a pool.
   *
   * @param fits whether a block of that many addresses could be placed now, alignment included
   */
  public static List<DefaultBlock> of(NetworkPoolSpec spec, IntPredicate fits) {
    var defaults =
        Optional.ofNullable(spec.tenantAllocation()).map(allocation -> allocation.defaults());
    int nodes = defaults.map(Defaults::nodesPerTenant).orElse(NODES);
    int balancer = defaults.map(Defaults::lbPoolPerTenant).orElse(LOAD_BALANCER);
    return List.of(
        new DefaultBlock("node", nodes, fits.test(nodes)),
        new DefaultBlock("load balancer", balancer, fits.test(balancer)));
  }
}
