package dev.butlerlabs.butler.providers.spi.balancer;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.util.List;

/**
 * Load balancers of one account. The same promises as for machines: every call may be repeated,
 * answers within seconds, and touches nothing that does not carry the owner's UID.
 */
public interface BalancerDriver {

  /** Everything that would keep this order from being built, found by looking only. */
  List<Fault> validate(BalancerOrder order);

  /** Looks, and changes nothing. */
  BalancerState observe(BalancerId id, Memo memo);

  /**
   * Makes it exist with exactly these targets: adds what is missing, takes away what is not named.
   */
  BalancerState ensure(BalancerId id, BalancerOrder order, Memo memo);

  /** Makes it not exist, and nothing that was made for it. */
  BalancerState remove(BalancerId id, Memo memo);
}
