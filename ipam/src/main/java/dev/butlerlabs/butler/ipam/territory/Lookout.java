package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.api.network.NetworkPoolStatus.InfrastructureAllocation;
import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.territory.Surroundings.Fixture;
import dev.butlerlabs.butler.ipam.territory.Surroundings.Neighbour;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads the {@link Surroundings} of a pool off the objects of the cluster. */
public final class Lookout {

  /** {@code host:port} or {@code [host]:port}, perhaps with a scheme before and a path behind. */
  private static final Pattern ENDPOINT =
      Pattern.compile("(?:[a-z]+://)?(?:\\[(.+)]|([^:/\\[]+))(?::\\d+)?(?:/.*)?");

  private Lookout() {}

  /**
   * What stands around the pool. Each list may hold everything of its kind; what does not concern
   * the pool is passed over.
   *
   * @param pools of all namespaces, the pool itself may be among them
   * @param claims of all pools; those of the pool itself are passed over
   */
  public static Surroundings around(
      NetworkPool pool,
      Collection<NetworkPool> pools,
      Collection<ProviderConfig> providers,
      Collection<TenantCluster> clusters,
      Collection<IPAllocation> claims) {
    var fixtures = new ArrayList<Fixture>();
    providers.stream()
        .filter(provider -> names(provider, pool))
        .forEach(provider -> fixtures.addAll(ofProvider(provider)));
    clusters.forEach(cluster -> endpoint(cluster).ifPresent(fixtures::add));
    fixtures.addAll(inUse(pool));
    return new Surroundings(
        neighbours(pool, pools), fixtures, ClusterNetworks.of(clusters), held(pool, claims));
  }

  private static List<Neighbour> neighbours(NetworkPool pool, Collection<NetworkPool> pools) {
    var self = keyOf(pool);
    return pools.stream()
        .filter(other -> !keyOf(other).equals(self) && other.getSpec() != null)
        .map(other -> new Neighbour(keyOf(other), other.getSpec()))
        .toList();
  }

  /** Whether clusters of the provider are served from the pool. */
  public static boolean names(ProviderConfig provider, NetworkPool pool) {
    var key = keyOf(pool);
    return keyOf(provider).namespace().equals(key.namespace())
        && network(provider).stream()
            .flatMap(network -> network.poolRefs().stream())
            .anyMatch(ref -> ref.name().equals(key.name()));
  }

  private static List<Fixture> ofProvider(ProviderConfig provider) {
    var key = keyOf(provider);
    return network(provider).stream()
        .flatMap(
            network ->
                Stream.concat(
                    Stream.ofNullable(network.gateway())
                        .flatMap(text -> ofProvider("gateway", text, key)),
                    network.dnsServers().stream()
                        .flatMap(text -> ofProvider("DNS server", text, key))))
        .toList();
  }

  private static Stream<Fixture> ofProvider(String what, String text, ObjectKey provider) {
    return address(text)
        .map(at -> new Fixture(at, new Kept.Cause.OfProvider(what, provider), Optional.empty()))
        .stream();
  }

  private static Optional<NetworkSettings> network(ProviderConfig provider) {
    return Optional.ofNullable(provider.getSpec()).map(spec -> spec.network());
  }

  private static Optional<Fixture> endpoint(TenantCluster cluster) {
    return Optional.ofNullable(cluster.getStatus())
        .map(status -> status.controlPlaneEndpoint())
        .flatMap(Lookout::host)
        .map(
            at ->
                new Fixture(
                    at, new Kept.Cause.ControlPlane(keyOf(cluster)), Optional.of(keyOf(cluster))));
  }

  /** The address in {@code host:port}, with or without a scheme; a name is none. */
  private static Optional<Address> host(String endpoint) {
    var parts = ENDPOINT.matcher(endpoint);
    if (!parts.matches()) {
      return address(endpoint);
    }
    return address(parts.group(1) == null ? parts.group(2) : parts.group(1));
  }

  private static List<Fixture> inUse(NetworkPool pool) {
    return Optional.ofNullable(pool.getStatus()).stream()
        .flatMap(status -> status.infrastructureAllocations().stream())
        // What the provider names is known from there, and kept back only if the pool wants that.
        .filter(use -> !use.source().equals("static"))
        .flatMap(use -> address(use.ip()).map(at -> inUse(at, use)).stream())
        .toList();
  }

  private static Fixture inUse(Address at, InfrastructureAllocation use) {
    return new Fixture(at, new Kept.Cause.InUse(user(use)), Optional.empty());
  }

  private static String user(InfrastructureAllocation use) {
    if (use.serviceRef() != null) {
      return "Service " + new ObjectKey(use.serviceRef().namespace(), use.serviceRef().name());
    }
    if (use.machineRef() != null) {
      return "Machine " + new ObjectKey(use.machineRef().namespace(), use.machineRef().name());
    }
    return use.nodeRef() != null ? "Node " + use.nodeRef().name() : use.source();
  }

  private static List<Kept> held(NetworkPool pool, Collection<IPAllocation> claims) {
    var self = keyOf(pool);
    var held = new ArrayList<Kept>();
    for (var claim : claims) {
      if (claim.getSpec() == null) {
        continue;
      }
      var through = new ObjectKey(keyOf(claim).namespace(), claim.getSpec().poolRef().name());
      if (!through.equals(self)) {
        held(claim)
            .map(range -> new Kept(range, new Kept.Cause.HeldThrough(through, keyOf(claim))))
            .ifPresent(held::add);
      }
    }
    return held;
  }

  /** The addresses a claim holds, if it does: Allocated or Releasing. */
  public static Optional<AddressRange> held(IPAllocation claim) {
    var status = claim.getStatus();
    if (status == null
        || status.startAddress() == null
        || status.endAddress() == null
        || (status.phase() != Phase.ALLOCATED && status.phase() != Phase.RELEASING)) {
      return Optional.empty();
    }
    return AddressRange.between(status.startAddress(), status.endAddress())
            instanceof Parsed.Good<AddressRange>(var range)
        ? Optional.of(range)
        : Optional.empty();
  }

  private static Optional<Address> address(String text) {
    return Address.parse(text) instanceof Parsed.Good<Address>(var address)
        ? Optional.of(address)
        : Optional.empty();
  }

  static ObjectKey keyOf(HasMetadata object) {
    var metadata = object.getMetadata();
    return new ObjectKey(
        metadata.getNamespace() == null ? "" : metadata.getNamespace(), metadata.getName());
  }
}
