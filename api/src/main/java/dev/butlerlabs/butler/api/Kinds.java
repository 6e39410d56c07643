package dev.butlerlabs.butler.api;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import dev.butlerlabs.butler.api.network.NetworkPool;
import java.util.List;

/** Every kind Butler owns. */
public final class Kinds {

  private Kinds() {}

  public static List<Class<? extends Resource<?, ?>>> all() {
    return List.of(IPAllocation.class, LoadBalancerRequest.class, NetworkPool.class);
  }
}
