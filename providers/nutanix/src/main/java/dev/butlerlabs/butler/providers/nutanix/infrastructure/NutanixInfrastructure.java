package dev.butlerlabs.butler.providers.nutanix.infrastructure;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.NutanixSettings;
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
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Draws NutanixCluster, NutanixMachineTemplate and the Secret CAPX signs in with. */
public final class NutanixInfrastructure implements Infrastructure {

  private static final String API = "infrastructure.cluster.x-k8s.io/v1beta1";

  @Override
  public ProviderType provider() {
    return ProviderType.NUTANIX;
  }

  @Override
  public Drawing draw(WorkerOrder order) {
    var settings = order.platform().nutanix();
    if (settings == null) {
      return Drawing.Refused.withoutSection("nutanix");
    }
    var problems = new Problems();
    var prism = PrismCentral.of(settings, problems);
    var secret = PrismCentral.secret(order.credentials(), problems);
    var machines = new LinkedHashMap<Pool, Fields>();
    for (var pool : order.pools()) {
      machines.put(pool, Machines.of(pool, settings, override(order), problems));
    }
    return problems.or(
        () -> {
          var drawer = new Drawer(order);
          var secretName = order.name() + "-nutanix-creds";
          var sketch =
              new Sketch()
                  .add(drawer.secret(order.namespace(), secretName, Map.of("credentials", secret)));
          machines.forEach(
              (pool, machine) ->
                  sketch.template(
                      pool, drawer.template(API, "NutanixMachineTemplate", pool, machine)));
          gaps(order, settings, sketch);
          var spec =
              Fields.of("prismCentral", prism(prism, settings, order, secretName))
                  .withIf("controlPlaneEndpoint", drawer.endpoint());
          return sketch.drawn(
              drawer.cluster(API, "NutanixCluster", spec), NodeRegistration.plain(), null);
        });
  }

  private static Fields prism(
      PrismCentral prism, NutanixSettings settings, WorkerOrder order, String secretName) {
    return Fields.of("address", prism.host())
        .with("port", prism.port())
        .with("insecure", Boolean.TRUE.equals(settings.insecure()))
        .with(
            "credentialRef",
            Fields.of("kind", "Secret")
                .with("name", secretName)
                .with("namespace", order.namespace()))
        .withIf(
            "additionalTrustBundle",
            order
                .credentials()
                .find(CredentialKeys.NUTANIX_CA)
                .map(ca -> Fields.of("kind", "String").with("data", ca)));
  }

  private static void gaps(WorkerOrder order, NutanixSettings settings, Sketch sketch) {
    if (order.addressing() instanceof NodeAddressing.FromPools pools) {
      sketch.gap(
          Gap.nodeRangeNotTaken(
              pools, "the subnet gives workers on Nutanix their addresses; CAPX takes no range"));
    }
    var override = override(order);
    Firsts.text(
            override == null ? null : override.storageContainerUUID(),
            settings.storageContainerUUID())
        .ifPresent(
            container ->
                sketch.gap(
                    Gap.of(
                        Gap.Reason.STORAGE_NOT_CHOSEN,
                        "storage container " + container,
                        "CAPX puts the root disk into the default container of the cluster",
                        "make this container the default one, or leave storageContainerUUID out")));
  }

  private static InfrastructureOverride.@Nullable Nutanix override(WorkerOrder order) {
    return order.override() == null ? null : order.override().nutanix();
  }
}
