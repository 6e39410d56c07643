package dev.butlerlabs.butler.providers.proxmox.infrastructure;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawer;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeRegistration;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.Sketch;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Draws ProxmoxCluster, ProxmoxMachineTemplate and the Secret CAPMOX signs in with. */
public final class ProxmoxInfrastructure implements Infrastructure {

  private static final String API = "infrastructure.cluster.x-k8s.io/v1alpha2";

  @Override
  public ProviderType provider() {
    return ProviderType.PROXMOX;
  }

  @Override
  public Drawing draw(WorkerOrder order) {
    var settings = order.platform().proxmox();
    if (settings == null) {
      return Drawing.Refused.withoutSection("proxmox");
    }
    var problems = new Problems();
    var addresses = addresses(order.addressing(), problems);
    var token = ApiToken.of(settings, order.credentials(), problems);
    var machines = new LinkedHashMap<Pool, Fields>();
    for (var pool : order.pools()) {
      machines.put(pool, Machines.of(pool, order, settings, override(order), problems));
    }
    return problems.or(
        () -> {
          var drawer = new Drawer(order);
          var secretName = order.name() + "-proxmox-creds";
          var sketch =
              new Sketch().add(drawer.secret(order.namespace(), secretName, token.secret()));
          machines.forEach(
              (pool, machine) ->
                  sketch.template(
                      pool, drawer.template(API, "ProxmoxMachineTemplate", pool, machine)));
          var cluster = cluster(order, settings, addresses, secretName, drawer);
          return sketch.drawn(
              drawer.cluster(API, "ProxmoxCluster", cluster),
              NodeRegistration.providerId("proxmox://{{ ds.meta_data.instance_id }}"),
              null);
        });
  }

  private static Fields cluster(
      WorkerOrder order,
      ProxmoxSettings settings,
      Fields addresses,
      String secretName,
      Drawer drawer) {
    var spec =
        Fields.of("allowedNodes", settings.nodes())
            .with(
                "credentialsRef",
                Fields.of("name", secretName).with("namespace", order.namespace()))
            // The control plane is hosted: CAPMOX waits for the endpoint and makes none.
            .with("externalManagedControlPlane", true)
            .withIf("controlPlaneEndpoint", drawer.endpoint());
    addresses.map().forEach(spec::with);
    return spec;
  }

  /** CAPMOX gives fixed addresses and nothing else. */
  private static Fields addresses(NodeAddressing addressing, Problems problems) {
    return switch (addressing) {
      case NodeAddressing.FromNetwork() -> {
        problems.add(
            "spec.network of the ProviderConfig",
            "workers on Proxmox have fixed addresses, and no node range was given to the cluster",
            "set network.mode to ipam, name NetworkPools in poolRefs, and leave nodeAddresses at"
                + " pool");
        yield Fields.none();
      }
      case NodeAddressing.FromPools pools -> {
        if (pools.dnsServers().isEmpty()) {
          problems.add(
              "spec.network.dnsServers of the ProviderConfig",
              "workers with fixed addresses need a DNS server, and none is named",
              "name at least one");
        }
        var config =
            Fields.of("addresses", pools.ranges().stream().map(NodeAddressing.Range::text).toList())
                .with("prefix", pools.prefixLength())
                .with("gateway", pools.gateway());
        yield Fields.of("dnsServers", List.copyOf(pools.dnsServers()))
            .with(pools.ipv6() ? "ipv6Config" : "ipv4Config", config);
      }
    };
  }

  private static InfrastructureOverride.@Nullable Proxmox override(WorkerOrder order) {
    return order.override() == null ? null : order.override().proxmox();
  }
}
