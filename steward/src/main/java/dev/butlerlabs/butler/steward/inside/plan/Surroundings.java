package dev.butlerlabs.butler.steward.inside.plan;

import dev.butlerlabs.butler.api.steward.Addons;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.steward.net.HostPort;
import dev.butlerlabs.butler.steward.plane.plan.InsideProxy;
import dev.butlerlabs.butler.steward.plane.plan.TenantNetwork;
import dev.butlerlabs.butler.steward.versions.KubernetesVersion;
import dev.butlerlabs.butler.steward.versions.Release;
import dev.butlerlabs.butler.steward.versions.Releases;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * All that the add-ons of a tenant are made from.
 *
 * @param version the tenant runs, not the one it may be on its way to
 * @param registry where images come from that are given no place of their own
 * @param server how nodes reach the tenant's API
 * @param routedBy the host name by which the way to the API is chosen; absent where it is not
 * @param proxyKeys what the proxy ends TLS with; absent where it does not, or while they are made
 */
public record Surroundings(
    Addons addons,
    KubernetesVersion version,
    Release release,
    TenantNetwork network,
    String registry,
    HostPort server,
    @Nullable String routedBy,
    @Nullable ProxyKeys proxyKeys) {

  static final String PUBLIC_REGISTRY = "registry.k8s.io";

  private static final Addons NONE = new Addons(null, null, null, null, null);

  /** Empty until the tenant has run some version that is supported, and has an address. */
  public static Optional<Surroundings> of(TenantControlPlane plane, Releases releases) {
    var status = Optional.ofNullable(plane.getStatus());
    var server =
        status
            .flatMap(one -> Optional.ofNullable(one.controlPlaneEndpoint()))
            .flatMap(Surroundings::server);
    var version =
        status
            .flatMap(one -> Optional.ofNullable(one.kubernetesResources()))
            .flatMap(one -> Optional.ofNullable(one.version()))
            .flatMap(one -> Optional.ofNullable(one.version()))
            .flatMap(KubernetesVersion::find);
    var release = version.flatMap(one -> releases.find(one.minor()));
    if (server.isEmpty() || release.isEmpty()) {
      return Optional.empty();
    }
    var spec = plane.getSpec();
    return Optional.of(
        new Surroundings(
            Objects.requireNonNullElse(spec.addons(), NONE),
            version.get(),
            release.get(),
            TenantNetwork.of(spec),
            registry(plane),
            server.get(),
            InsideProxy.routed(spec).map(HostPort::host).orElse(null),
            null));
  }

  /** The same with what the proxy ends TLS with. */
  public Surroundings with(ProxyKeys keys) {
    return new Surroundings(addons, version, release, network, registry, server, routedBy, keys);
  }

  /** Whether the proxy is ordered and what it ends TLS with is not there yet. */
  public boolean awaitsProxyKeys() {
    return addons.tcpProxy() != null && routedBy != null && proxyKeys == null;
  }

  private static String registry(TenantControlPlane plane) {
    return Optional.ofNullable(plane.getSpec().controlPlane().deployment())
        .flatMap(one -> Optional.ofNullable(one.registrySettings()))
        .flatMap(one -> Optional.ofNullable(one.registry()))
        .orElse(PUBLIC_REGISTRY);
  }

  /** Reads host:port, where an IPv6 address has its brackets. */
  private static Optional<HostPort> server(String text) {
    var colon = text.lastIndexOf(':');
    if (colon < 1) {
      return Optional.empty();
    }
    var host = text.substring(0, colon).replace("[", "").replace("]", "");
    return Optional.of(new HostPort(host, Integer.parseInt(text.substring(colon + 1))));
  }
}
