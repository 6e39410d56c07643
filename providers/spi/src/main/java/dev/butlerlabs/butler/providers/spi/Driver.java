package dev.butlerlabs.butler.providers.spi;

import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.machine.MachineDriver;
import java.util.Optional;

/**
 * What Butler can do with one account of one platform. Safe for many threads at once. Kept while
 * its ProviderConfig and Secret stay the same; with any change of these a new one is opened and
 * this one closed.
 */
public interface Driver extends AutoCloseable {

  /** Tries the credentials for real, and looks whether machines could be built. Changes nothing. */
  Preflight validate();

  /**
   * Where it looks, in one line and without credentials: the endpoint, the region, the project,
   * whatever bounds what its verbs can see and is known without a call. Two accounts that see the
   * same things may tell two places. Two that see different ones tell the same only where nothing
   * but their keys tells them apart.
   */
  String place();

  MachineDriver machines();

  /** Load balancers, where the platform has them. */
  default Optional<BalancerDriver> balancers() {
    return Optional.empty();
  }

  /** Images, where the driver can bring some. */
  default Optional<ImageDriver> images() {
    return Optional.empty();
  }

  /** Lets go of connections. Calls under way may end with a fault. */
  @Override
  void close();
}
