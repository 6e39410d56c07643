package dev.butlerlabs.butler.providers.aws.infrastructure;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.AwsSettings;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawer;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeRegistration;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.Sketch;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.LinkedHashMap;
import org.jspecify.annotations.Nullable;

/** Draws AWSCluster, AWSMachineTemplate and the identity CAPA acts with. */
public final class AwsInfrastructure implements Infrastructure {

  static final String API = "infrastructure.cluster.x-k8s.io/v1beta2";

  /** Where CAPA is installed by its own manifests. */
  public static final String USUAL_NAMESPACE = "capa-system";

  private final String controllerNamespace;

  /**
   * @param controllerNamespace where CAPA runs; it reads the Secrets of identities there and
   *     nowhere else
   */
  public AwsInfrastructure(String controllerNamespace) {
    this.controllerNamespace = controllerNamespace;
  }

  @Override
  public ProviderType provider() {
    return ProviderType.AWS;
  }

  @Override
  public Drawing draw(WorkerOrder order) {
    var settings = order.platform().aws();
    if (settings == null) {
      return Drawing.Refused.withoutSection("aws");
    }
    var problems = new Problems();
    var identity = Identity.of(order, problems);
    var machines = new LinkedHashMap<Pool, Fields>();
    for (var pool : order.pools()) {
      machines.put(pool, Machines.of(pool, settings, override(order), problems));
    }
    return problems.or(
        () -> {
          var drawer = new Drawer(order);
          var sketch = new Sketch();
          identity.objects(drawer, controllerNamespace, order.namespace()).forEach(sketch::add);
          machines.forEach(
              (pool, machine) ->
                  sketch.template(pool, drawer.template(API, "AWSMachineTemplate", pool, machine)));
          AwsGaps.tell(order, settings, override(order), sketch);
          return sketch.drawn(
              drawer.cluster(API, "AWSCluster", cluster(settings, identity, drawer)),
              // The cloud controller finds nodes by the private DNS name of their instance.
              NodeRegistration.externalCloud("{{ ds.meta_data.local_hostname }}"),
              // Its programs find all they need in tags and in the metadata of their machine.
              null);
        });
  }

  private static Fields cluster(AwsSettings settings, Identity identity, Drawer drawer) {
    var network =
        Fields.none()
            .withIf("vpc", Fields.none().withIf("id", settings.vpcID()))
            .withList(
                "subnets", settings.subnetIDs().stream().map(id -> Fields.of("id", id)).toList());
    return Fields.of("region", settings.region())
        .with("identityRef", Fields.of("kind", identity.kind()).with("name", identity.name()))
        // The control plane is hosted: CAPA waits for the endpoint and makes none.
        .with("controlPlaneLoadBalancer", Fields.of("loadBalancerType", "disabled"))
        .withIf("sshKeyName", settings.sshKeyName())
        .withIf("network", network)
        .withIf("controlPlaneEndpoint", drawer.endpoint());
  }

  private static InfrastructureOverride.@Nullable Aws override(WorkerOrder order) {
    return order.override() == null ? null : order.override().aws();
  }
}
