package dev.butlerlabs.butler.providers.spi.infrastructure;

import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The workers of one cluster, with every default already filled in.
 *
 * @param name name of the cluster
 * @param namespace the cluster's own namespace, where its Cluster API objects stand
 * @param owner labels that say whose the objects are; they change without replacing machines
 * @param version Kubernetes version, for example v1.31.4
 * @param endpoint where the API server is; null until that is known
 * @param platform the ProviderConfig's spec
 * @param credentials the Secret the ProviderConfig names
 * @param override settings of this cluster alone
 */
public record WorkerOrder(
    String name,
    String namespace,
    Map<String, String> owner,
    String version,
    List<Pool> pools,
    @Nullable Endpoint endpoint,
    ProviderConfigSpec platform,
    CredentialsSecret credentials,
    @Nullable InfrastructureOverride override,
    NodeAddressing addressing) {

  public WorkerOrder {
    owner = Map.copyOf(owner);
    pools = List.copyOf(pools);
  }

  /** Where the API server is; empty until that is known. */
  public Optional<Endpoint> knownEndpoint() {
    return Optional.ofNullable(endpoint);
  }

  /**
   * A name for things that stand beside those of other clusters: on the platform, or in the whole
   * management cluster. Clusters of two namespaces never share one.
   */
  public String uniqueName() {
    return ObjectName.derivedFrom(namespace, name).text();
  }

  /** Where an API server answers. */
  public record Endpoint(String host, int port) {}
}
