package dev.butlerlabs.butler.providers.azure.infrastructure;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.AzureSettings;
import dev.butlerlabs.butler.providers.spi.infrastructure.CredentialsSecret;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawer;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeRegistration;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.Sketch;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Draws AzureCluster, AzureMachineTemplate and the identity CAPZ acts with. */
public final class AzureInfrastructure implements Infrastructure {

  private static final String API = "infrastructure.cluster.x-k8s.io/v1beta1";

  /** What CAPZ's admission takes; its schema does not say so. */
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9-]{0,42}[a-z0-9]");

  @Override
  public ProviderType provider() {
    return ProviderType.AZURE;
  }

  @Override
  public Drawing draw(WorkerOrder order) {
    var settings = order.platform().azure();
    if (settings == null) {
      return Drawing.Refused.withoutSection("azure");
    }
    var problems = new Problems();
    var location =
        problems.require(
            Firsts.text(settings.location()),
            "spec.azure.location of the ProviderConfig",
            "is missing, and Cluster API needs the region",
            "write it, for example westeurope");
    if (!NAME.matcher(order.name()).matches()) {
      problems.add(
          "cluster " + order.name(),
          "clusters on Azure have names of 2 to 44 characters, because CAPZ names things after"
              + " them",
          "choose another name");
    }
    var principal = Principal.of(order.credentials(), settings, problems);
    var machines = new LinkedHashMap<Pool, Fields>();
    for (var pool : order.pools()) {
      machines.put(pool, Machines.of(pool, settings, override(order), problems));
    }
    return problems.or(
        () -> {
          var drawer = new Drawer(order);
          var sketch = new Sketch().add(identity(order, principal, drawer));
          machines.forEach(
              (pool, machine) ->
                  sketch.template(
                      pool, drawer.template(API, "AzureMachineTemplate", pool, machine)));
          gaps(order, settings, sketch);
          return sketch.drawn(
              drawer.cluster(
                  API,
                  "AzureCluster",
                  cluster(order, settings, principal.subscription(), location, drawer)),
              NodeRegistration.externalCloud("{{ ds.meta_data[\"local_hostname\"] }}"),
              CloudSettings.of(
                  order, settings, principal.subscription(), location, principal.tenant()));
        });
  }

  /** The service principal's secret stays where it is; CAPZ reads the same key we do. */
  private static Manifest identity(WorkerOrder order, Principal principal, Drawer drawer) {
    var spec =
        Fields.of("type", "ServicePrincipal")
            .with("clientID", principal.client())
            .with("tenantID", principal.tenant())
            .with(
                "clientSecret",
                Fields.of("name", order.credentials().name())
                    .with("namespace", order.credentials().namespace()))
            .with("allowedNamespaces", Fields.of("list", List.of(order.namespace())));
    return drawer.beside(API, "AzureClusterIdentity", order.name(), spec);
  }

  private static Fields cluster(
      WorkerOrder order,
      AzureSettings settings,
      String subscription,
      String location,
      Drawer drawer) {
    var subnet = Machines.subnet(settings, override(order));
    var network =
        Fields.none()
            .withIf(
                "vnet",
                Firsts.text(settings.vnetName())
                    .map(
                        name ->
                            Fields.of("name", name)
                                .with("resourceGroup", settings.resourceGroup())))
            .withList(
                "subnets",
                subnet.stream().map(name -> Fields.of("name", name).with("role", "node")).toList());
    return Fields.of("location", location)
        .with("subscriptionID", subscription)
        .with("resourceGroup", settings.resourceGroup())
        .with(
            "identityRef",
            Fields.of("apiVersion", API)
                .with("kind", "AzureClusterIdentity")
                .with("name", order.name())
                .with("namespace", order.namespace()))
        // The control plane is hosted: CAPZ makes neither a load balancer nor an endpoint.
        .with("controlPlaneEnabled", false)
        .withIf("networkSpec", network)
        .withIf("controlPlaneEndpoint", drawer.endpoint());
  }

  private static void gaps(WorkerOrder order, AzureSettings settings, Sketch sketch) {
    if (order.addressing() instanceof NodeAddressing.FromPools pools) {
      sketch.gap(Gap.nodeRangeNotTaken(pools, "subnets give workers on Azure their addresses"));
    }
    if (Firsts.text(settings.nodeIdentity()).isEmpty()) {
      sketch.gap(
          Gap.of(
              Gap.Reason.NO_NODE_IDENTITY,
              "spec.azure.nodeIdentity of the ProviderConfig",
              "nodes have no identity, so the cluster's cloud controller cannot sign in to Azure",
              "name a user-assigned identity with the cloud controller's roles"));
    }
  }

  private static InfrastructureOverride.@Nullable Azure override(WorkerOrder order) {
    return order.override() == null ? null : order.override().azure();
  }

  /** Whom CAPZ acts as, and who pays: the ProviderConfig's subscription, or else the Secret's. */
  private record Principal(String client, String tenant, String subscription) {

    static Principal of(CredentialsSecret credentials, AzureSettings settings, Problems problems) {
      var remedy = "store a service principal under clientID, clientSecret and tenantID";
      var subject = credentials.toString();
      problems.require(
          credentials.find(CredentialKeys.AZURE_CLIENT_SECRET),
          subject,
          "holds no secret of a service principal",
          remedy);
      return new Principal(
          problems.require(
              credentials.find(CredentialKeys.AZURE_CLIENT_ID),
              subject,
              "holds no id of a service principal",
              remedy),
          problems.require(
              credentials.find(CredentialKeys.AZURE_TENANT_ID),
              subject,
              "does not say which directory the service principal is in",
              remedy),
          problems.require(
              Firsts.text(
                  settings.subscriptionID(),
                  credentials.find(CredentialKeys.AZURE_SUBSCRIPTION_ID).orElse(null)),
              "spec.azure.subscriptionID of the ProviderConfig",
              "is empty, and the Secret holds none either",
              "write the subscription's id"));
    }
  }
}
