package dev.butlerlabs.butler.tenants.objects.plan;

import dev.butlerlabs.butler.api.ComponentResources;
import dev.butlerlabs.butler.api.ComponentResources.Amounts;
import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneNetwork;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneNetwork.Gateway;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneNetwork.Ingress;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneSettings;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneSettings.ClusterAddons;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneSettings.Component;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneSettings.CoreDns;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlaneSpec;
import dev.butlerlabs.butler.api.steward.ContainerResources;
import dev.butlerlabs.butler.api.steward.ImageOverride;
import dev.butlerlabs.butler.api.steward.IngressController;
import dev.butlerlabs.butler.api.steward.Konnectivity;
import dev.butlerlabs.butler.api.steward.ParentRef;
import dev.butlerlabs.butler.api.steward.ServiceType;
import dev.butlerlabs.butler.api.steward.TcpProxy;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The hosted control plane of a cluster. Only what somebody said is in it. */
final class PlaneObject {

  private static final int TUNNEL_PORT = 8132;

  private final Order order;
  private final String namespace;

  PlaneObject(Order order, String namespace) {
    this.order = order;
    this.namespace = namespace;
  }

  /**
   * The object.
   *
   * @param version what it shall run now
   * @param replicas pods; null for the usual number
   * @param tunnel whether there are real nodes, which the API server reaches through a tunnel
   */
  StewardControlPlane of(String version, @Nullable Integer replicas, boolean tunnel) {
    var plane = new StewardControlPlane();
    plane.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(order.name())
            .withLabels(Marks.handedOn(order))
            .build());
    plane.setSpec(new StewardControlPlaneSpec(replicas, version, null, settings(tunnel)));
    return plane;
  }

  private ControlPlaneSettings settings(boolean tunnel) {
    var store = order.plane().dataStoreRef();
    var sizes = order.resources();
    return new ControlPlaneSettings(
        store == null ? null : store.name(),
        null,
        null,
        addons(tunnel),
        List.of(),
        null,
        component(sizes.apiServer()),
        component(sizes.controllerManager()),
        component(sizes.scheduler()),
        null,
        null,
        network(),
        null,
        null);
  }

  private ClusterAddons addons(boolean tunnel) {
    var shared = ControlPlaneExposure.modeOf(order.exposure()).needsTcpProxy();
    return new ClusterAddons(
        new CoreDns(null, null, List.of()),
        order.kubeProxy(!tunnel) ? new ImageOverride(null, null) : null,
        tunnel ? tunnel() : null,
        shared ? new TcpProxy(null, null, List.of(), null) : null,
        null);
  }

  private Konnectivity tunnel() {
    var size = resources(order.resources().konnectivity());
    return new Konnectivity(
        size == null ? null : new Konnectivity.Server(TUNNEL_PORT, null, null, size, List.of()),
        null);
  }

  private ControlPlaneNetwork network() {
    var exposure = Optional.ofNullable(order.exposure());
    var mode = ControlPlaneExposure.modeOf(order.exposure());
    return new ControlPlaneNetwork(
        serviceType(mode),
        null,
        Map.of(),
        Map.of(),
        null,
        exposure
            .filter(_ -> mode == ControlPlaneExposure.Mode.INGRESS)
            .flatMap(way -> host(way).map(host -> ingress(way, host)))
            .orElse(null),
        exposure
            .filter(_ -> mode == ControlPlaneExposure.Mode.GATEWAY)
            .flatMap(way -> host(way).map(host -> gateway(way, host)))
            .orElse(null),
        order.plane().certSANs(),
        List.of());
  }

  private Optional<String> host(ControlPlaneExposure exposure) {
    return exposure.tenantHost(order.name(), namespace);
  }

  private ServiceType serviceType(ControlPlaneExposure.Mode mode) {
    return switch (order.plane().serviceType()) {
      case LOAD_BALANCER -> ServiceType.LOAD_BALANCER;
      case NODE_PORT -> ServiceType.NODE_PORT;
      case CLUSTER_IP -> ServiceType.CLUSTER_IP;
      case null -> mode.needsTcpProxy() ? ServiceType.CLUSTER_IP : ServiceType.LOAD_BALANCER;
    };
  }

  private static Ingress ingress(ControlPlaneExposure exposure, String host) {
    var controller = exposure.controllerType();
    return new Ingress(
        host,
        exposure.ingressClassName(),
        controller == null ? null : IngressController.valueOf(controller.name()),
        Map.of(),
        Map.of());
  }

  private static Gateway gateway(ControlPlaneExposure exposure, String host) {
    var ref = exposure.gatewayRef() == null ? "" : exposure.gatewayRef();
    var slash = ref.indexOf('/');
    var parent =
        new ParentRef(
            null,
            null,
            slash < 0 ? null : ref.substring(0, slash),
            ref.substring(slash + 1),
            null,
            null);
    return new Gateway(host, ref.isEmpty() ? List.of() : List.of(parent), Map.of(), Map.of());
  }

  private static @Nullable Component component(@Nullable ComponentResources size) {
    var resources = resources(size);
    return resources == null ? null : new Component(null, List.of(), List.of(), resources);
  }

  private static @Nullable ContainerResources resources(@Nullable ComponentResources size) {
    return size == null
        ? null
        : new ContainerResources(List.of(), amounts(size.limits()), amounts(size.requests()));
  }

  private static Map<String, Quantity> amounts(@Nullable Amounts said) {
    var amounts = new TreeMap<String, Quantity>();
    if (said != null && said.cpu() != null) {
      amounts.put("cpu", said.cpu());
    }
    if (said != null && said.memory() != null) {
      amounts.put("memory", said.memory());
    }
    return amounts;
  }
}
