package dev.butlerlabs.butler.tenants.order.plan;

import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.ControlPlaneResources;
import dev.butlerlabs.butler.api.clusters.ClusterAddons;
import dev.butlerlabs.butler.api.clusters.HostedControlPlane;
import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A cluster that may be made.
 *
 * @param uid of the TenantCluster
 * @param team whose the cluster is; empty for nobody's
 * @param environment of the team; empty for none
 * @param version the Kubernetes version that is wanted, with its v
 * @param provider the ProviderConfig
 * @param resources sizes of the control plane, with the platform's where the manifest says none
 * @param exposure how its control plane is reached; null for a load balancer
 * @param timeServers empty for those of the image
 * @param addons what the manifest says about addons
 * @param paused whether no further pool may begin with an upgrade
 * @param undeletes the UID of the deleted cluster that it takes up; empty for none
 * @param images those of the factory that pools are to be made from
 * @param own what it says itself where the platform says something to others
 */
public record Order(
    ObjectKey key,
    String uid,
    String team,
    String environment,
    String version,
    ObjectKey provider,
    HostedControlPlane plane,
    ControlPlaneResources resources,
    @Nullable ControlPlaneExposure exposure,
    List<Pool> pools,
    Networks networks,
    List<String> timeServers,
    @Nullable InfrastructureOverride override,
    ClusterAddons addons,
    boolean paused,
    String undeletes,
    List<PoolImage> images,
    Own own) {

  /**
   * What the cluster says itself.
   *
   * @param timeServers empty for none
   * @param systems what it says of the system and the image, by pool
   * @param take with which value it asks for what the platform says by now; empty for not at all
   */
  public record Own(List<String> timeServers, Map<String, String> systems, String take) {

    public static final Own NOTHING = new Own(List.of(), Map.of(), "");

    public Own {
      timeServers = List.copyOf(timeServers);
      systems = Map.copyOf(systems);
    }
  }

  /** Addresses inside the cluster, as CIDRs. */
  public record Networks(String pods, String services) {}

  public Order {
    pools = List.copyOf(pools);
    timeServers = List.copyOf(timeServers);
    images = List.copyOf(images);
  }

  /**
   * Whether Services are served by kube-proxy, and not by the network between pods.
   *
   * @param simulated on simulated workers there is no such network unless somebody asks for one
   */
  public boolean kubeProxy(boolean simulated) {
    return !addons.replacesKubeProxy() || (simulated && addons.cni() == null);
  }

  /** Why no machine can be made for some pools now, by pool. */
  public Map<String, Cause> awaited() {
    var awaited = new LinkedHashMap<String, Cause>();
    images.forEach(image -> image.obstacle().ifPresent(why -> awaited.put(image.pool(), why)));
    return awaited;
  }

  /** The name of what brings the image of the first pool, where it lies beside the cluster. */
  public Optional<String> imageSync() {
    return images.stream()
        .flatMap(image -> image.sync().stream())
        .filter(sync -> sync.namespace().equals(key.namespace()))
        .map(ObjectKey::name)
        .findFirst();
  }

  /** The same without these pools. */
  public Order without(Set<String> others) {
    return new Order(
        key,
        uid,
        team,
        environment,
        version,
        provider,
        plane,
        resources,
        exposure,
        pools.stream().filter(pool -> !others.contains(pool.name())).toList(),
        networks,
        timeServers,
        override,
        addons,
        paused,
        undeletes,
        images,
        own);
  }

  public String name() {
    return key.name();
  }

  /** Workers that are wanted, over all pools. */
  public int workers() {
    return pools.stream().mapToInt(Pool::replicas).sum();
  }

  /** Nodes wait for a cloud controller, where the platform has one. */
  public boolean externalCloud() {
    return plane.externalCloudProvider() == null || plane.externalCloudProvider();
  }
}
