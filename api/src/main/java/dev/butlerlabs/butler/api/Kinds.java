package dev.butlerlabs.butler.api;

import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import dev.butlerlabs.butler.api.network.NetworkPool;
import java.util.List;

/** Every kind Butler owns. */
public final class Kinds {

  private Kinds() {}

  public static List<Class<? extends Resource<?, ?>>> all() {
    return List.of(
        ImageSync.class,
        IPAllocation.class,
        LoadBalancerRequest.class,
        MachineRequest.class,
        NetworkPool.class,
        ProviderConfig.class);
  }
}
