package dev.butlerlabs.butler.ipam.admission;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;
import java.util.Optional;

/** What the rules look things up in. */
public interface Records {

  Optional<NetworkPool> findPool(ObjectKey key);

  List<NetworkPool> pools();

  List<ProviderConfig> providers();

  List<TenantCluster> clusters();

  /** The claims on that pool, whatever their phase. */
  List<IPAllocation> claims(ObjectKey pool);
}
