package dev.butlerlabs.butler.tenants.life;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing.FromPools;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing.Range;
import dev.butlerlabs.butler.tenants.life.Addresses.Holder;
import dev.butlerlabs.butler.tenants.life.ClusterApi.Sort;
import dev.butlerlabs.butler.tenants.life.plan.Account;
import dev.butlerlabs.butler.tenants.life.plan.ClusterView;
import dev.butlerlabs.butler.tenants.life.plan.DeploymentView;
import dev.butlerlabs.butler.tenants.life.plan.Live;
import dev.butlerlabs.butler.tenants.life.plan.MachineView;
import dev.butlerlabs.butler.tenants.life.plan.Observation;
import dev.butlerlabs.butler.tenants.life.plan.PlaneView;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import dev.butlerlabs.butler.tenants.order.plan.Reading;
import dev.butlerlabs.butler.tenants.schedule.plan.Rest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One look at a cluster and what is around it, in the cache. */
final class Sight {

  /** How much can be seen of something. */
  enum Clarity {
    /** It is not there. */
    MISSING,

    /** It is there and was not listed yet: nothing can be told, and nothing is told. */
    LOOKING,

    /** What is not seen is not there. */
    CLEAR
  }

  private static final ObjectMapper JSON = WireFormat.mapper();

  private final ClusterApi clusterApi;
  private final Accounts accounts;

  Sight(ClusterApi clusterApi, Accounts accounts) {
    this.clusterApi = clusterApi;
    this.accounts = accounts;
  }

  Observation of(TenantCluster cluster, Clarity clusterApi, Cache cache, Instant now) {
    var key = LifeKinds.keyOf(cluster);
    var config = cache.find(LifeKinds.CONFIGS, LifeKinds.CONFIG).map(ButlerConfig::getSpec);
    var account =
        LifeKinds.provider(cluster)
            .map(provider -> accounts.find(provider, cache))
            .orElseGet(() -> new Account.Missing(ObjectKey.cluster("")));
    var reading =
        Reading.of(
            cluster,
            home(key, cache),
            config.orElse(null),
            account instanceof Account.Known known ? known.spec() : null,
            cache.list(LifeKinds.IMAGES));
    var place = place(cluster, cache);
    return new Observation(
        reading,
        clusterApi == Clarity.CLEAR,
        account,
        place,
        live(key.name(), place, cache),
        new Conditions(
            Optional.ofNullable(cluster.getStatus())
                .map(TenantClusterStatus::conditions)
                .orElse(List.of())),
        account instanceof Account.Known known ? nodes(cluster, known.spec(), cache) : null,
        rest(cluster, now));
  }

  private static Rest rest(TenantCluster cluster, Instant now) {
    var sleep = cluster.getSpec() == null ? null : cluster.getSpec().sleep();
    return Rest.of(sleep, Instant.parse(cluster.getMetadata().getCreationTimestamp()), now);
  }

  /** Where the parts of the cluster are, or shall be. */
  Place place(TenantCluster cluster, Cache cache) {
    var key = LifeKinds.keyOf(cluster);
    var told = cluster.getStatus() == null ? null : cluster.getStatus().tenantNamespace();
    return Place.of(
        key,
        cluster.getMetadata().getUid(),
        told,
        // One that goes before it took anything up leaves that as it is.
        cluster.isMarkedForDeletion() ? null : DeletionGrace.undeletes(cluster).orElse(null),
        cache.list(LifeKinds.BY_SOURCE, key.name()));
  }

  /** The parts of the cluster. */
  Live live(String name, Place place, Cache cache) {
    if (place.seen().isEmpty()) {
      return Live.NOTHING;
    }
    var key = new ObjectKey(place.name(), name);
    return new Live(
        trees(Sort.CLUSTER, place, cache)
            .map(ClusterView::of)
            .filter(one -> one.name().equals(name))
            .findFirst()
            .orElse(null),
        cache
            .find(LifeKinds.PLANES, key)
            .map(plane -> PlaneView.of(plane, cache.find(LifeKinds.TENANTS, key)))
            .orElse(null),
        trees(Sort.DEPLOYMENT, place, cache).map(DeploymentView::of).toList(),
        trees(Sort.MACHINE, place, cache)
            .map(MachineView::of)
            .sorted(Comparator.comparing(MachineView::name))
            .toList());
  }

  private Stream<JsonNode> trees(Sort sort, Place place, Cache cache) {
    return clusterApi.list(sort, place.name(), cache).stream().map(Sight::tree);
  }

  private static JsonNode tree(GenericKubernetesResource object) {
    return JSON.valueToTree(object);
  }

  private static Map<String, String> home(ObjectKey cluster, Cache cache) {
    return cache
        .find(LifeKinds.NAMESPACES, ObjectKey.cluster(cluster.namespace()))
        .map(
            namespace ->
                Objects.requireNonNullElse(
                    namespace.getMetadata().getLabels(), Map.<String, String>of()))
        .orElse(Map.of());
  }

  /** Node ranges that the cluster holds, in the network of the pool they are from. */
  private static @Nullable FromPools nodes(
      TenantCluster cluster, ProviderConfigSpec provider, Cache cache) {
    var holder = Holder.of(cluster);
    var held =
        claims(holder.key(), cache).stream()
            .filter(holder::has)
            .filter(claim -> claim.getSpec().type() == IPAllocationSpec.Type.NODES)
            .filter(
                claim ->
                    claim.getStatus() != null
                        && claim.getStatus().phase() == IPAllocationStatus.Phase.ALLOCATED)
            .sorted(Comparator.comparing(claim -> claim.getMetadata().getName()))
            .toList();
    var ranges = held.stream().flatMap(claim -> range(claim.getStatus()).stream()).toList();
    var network = provider.network();
    if (ranges.isEmpty() || network == null) {
      return null;
    }
    var pool =
        new ObjectKey(
            held.getFirst().getMetadata().getNamespace(),
            held.getFirst().getSpec().poolRef().name());
    return cache
        .find(LifeKinds.POOLS, pool)
        .map(
            found ->
                new FromPools(
                    ranges,
                    found.getSpec().cidr(),
                    Objects.requireNonNullElse(network.gateway(), ""),
                    network.dnsServers()))
        .orElse(null);
  }

  private static Optional<Range> range(IPAllocationStatus status) {
    return status.startAddress() == null || status.endAddress() == null
        ? Optional.empty()
        : Optional.of(new Range(status.startAddress(), status.endAddress()));
  }

  /** What the cluster was given by IPAM. */
  static List<IPAllocation> claims(ObjectKey cluster, Cache cache) {
    return cache.list(LifeKinds.CLAIMS_BY_CLUSTER, cluster.toString()).stream()
        .filter(claim -> claim.getSpec() != null)
        .toList();
  }
}
