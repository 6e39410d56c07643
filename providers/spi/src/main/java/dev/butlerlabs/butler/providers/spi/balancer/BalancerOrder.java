package dev.butlerlabs.butler.providers.spi.balancer;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A TCP port at a stable address, and the machines behind it. */
public record BalancerOrder(int port, int healthCheckPort, List<Target> targets) {

  public BalancerOrder {
    targets = List.copyOf(targets);
  }

  /** One machine behind the balancer, in whichever terms are known. */
  public record Target(
      @Nullable String ip, @Nullable String instanceId, @Nullable String instanceName) {}
}
