package dev.butlerlabs.butler.providers.gcp.infrastructure;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.GcpSettings;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawer;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeRegistration;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.Sketch;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Draws GCPCluster, GCPMachineTemplate and the Secret CAPG signs in with. */
public final class GcpInfrastructure implements Infrastructure {

  private static final String API = "infrastructure.cluster.x-k8s.io/v1beta1";

  @Override
  public ProviderType provider() {
    return ProviderType.GCP;
  }

  @Override
  public Drawing draw(WorkerOrder order) {
    var settings = order.platform().gcp();
    if (settings == null) {
      return Drawing.Refused.withoutSection("gcp");
    }
    var problems = new Problems();
    var key =
        problems.require(
            order.credentials().findNamed(CredentialKeys.GCP_SERVICE_ACCOUNT_KEY),
            order.credentials().toString(),
            "holds no key of a service account",
            "store its JSON under serviceAccountKey");
    var machines = new LinkedHashMap<Pool, Fields>();
    for (var pool : order.pools()) {
      machines.put(pool, Machines.of(pool, order, settings, override(order), problems));
    }
    return problems.or(
        () -> {
          var drawer = new Drawer(order);
          var secretName = order.name() + "-gcp-creds";
          var sketch =
              new Sketch()
                  .add(drawer.secret(order.namespace(), secretName, Map.of("credentials", key)));
          machines.forEach(
              (pool, machine) ->
                  sketch.template(pool, drawer.template(API, "GCPMachineTemplate", pool, machine)));
          gaps(order, settings, sketch);
          var cluster = cluster(order, settings, secretName, drawer);
          return sketch.drawn(
              drawer.pausedUntilEndpoint(API, "GCPCluster", cluster),
              // The cloud controller finds nodes by the name of their instance.
              NodeRegistration.externalCloud("{{ ds.meta_data.local_hostname.split(\".\")[0] }}"),
              CloudSettings.of(order, settings, override(order)));
        });
  }

  private static Fields cluster(
      WorkerOrder order, GcpSettings settings, String secretName, Drawer drawer) {
    // CAPG names things by the cluster's name alone, which two namespaces may share.
    var group = "api-" + Checksum.of(order.namespace(), order.name()).text().substring(0, 10);
    return Fields.of("project", settings.projectID())
        .with("region", settings.region())
        .with("failureDomains", List.of(Machines.zone(settings, override(order))))
        .with("credentialsRef", Fields.of("name", secretName).with("namespace", order.namespace()))
        // The control plane is hosted: without this CAPG makes a load balancer and its address
        // would be the endpoint.
        .with(
            "loadBalancer",
            Fields.of("loadBalancerType", "Disabled")
                .with("apiServerInstanceGroupTagOverride", group))
        .with("network", network(order, settings))
        .withIf("controlPlaneEndpoint", drawer.endpoint());
  }

  private static Fields network(WorkerOrder order, GcpSettings settings) {
    var tag = List.of(order.uniqueName());
    var allowed =
        Stream.of("TCP", "UDP", "ICMP", "IPIP").map(name -> Fields.of("IPProtocol", name).map());
    // A rule's name must begin with the cluster's, and no name has more than 63 characters.
    var hash = Checksum.of(order.namespace(), order.name()).text().substring(0, 8);
    var nodes =
        Fields.of("name", order.name() + "-" + hash)
            .with("allowed", allowed.toList())
            .with("sourceTags", tag)
            .with("targetTags", tag);
    var subnet =
        Firsts.text(settings.subnetwork())
            .map(name -> Fields.of("name", name).with("region", settings.region()));
    return Fields.none()
        .withIf("name", settings.network())
        .withList("subnets", subnet.stream().toList())
        // CAPG's own rules would let in the nodes of another cluster of the same name.
        .with(
            "firewall",
            Fields.of("defaultRulesManagement", "Unmanaged")
                .withList("firewallRules", List.of(nodes)));
  }

  private static void gaps(WorkerOrder order, GcpSettings settings, Sketch sketch) {
    if (order.addressing() instanceof NodeAddressing.FromPools pools) {
      sketch.gap(
          Gap.nodeRangeNotTaken(pools, "subnetworks give workers on Google Cloud addresses"));
    }
    if (Firsts.text(settings.serviceAccount()).isEmpty()) {
      sketch.gap(
          Gap.of(
              Gap.Reason.NO_NODE_IDENTITY,
              "spec.gcp.serviceAccount of the ProviderConfig",
              "nodes run as the project's default service account, which may not let the cluster's"
                  + " cloud controller make load balancers and routes",
              "name a service account with the cloud controller's roles"));
    }
  }

  private static InfrastructureOverride.@Nullable Gcp override(WorkerOrder order) {
    return order.override() == null ? null : order.override().gcp();
  }
}
