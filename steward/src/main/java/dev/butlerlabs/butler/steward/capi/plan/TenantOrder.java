package dev.butlerlabs.butler.steward.capi.plan;

import dev.butlerlabs.butler.api.controlplane.ControlPlaneDeployment;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneNetwork;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneSettings;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneSettings.Component;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlaneSpec;
import dev.butlerlabs.butler.api.steward.Addons;
import dev.butlerlabs.butler.api.steward.ExtraMetadata;
import dev.butlerlabs.butler.api.steward.HostedDeployment;
import dev.butlerlabs.butler.api.steward.Hosting;
import dev.butlerlabs.butler.api.steward.ImageOverride;
import dev.butlerlabs.butler.api.steward.Kubelet;
import dev.butlerlabs.butler.api.steward.ServiceType;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec.NetworkProfile;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The TenantControlPlane that a StewardControlPlane asks for. Only what somebody said is in it, so
 * that what the TenantControlPlane decides for itself stays its own.
 */
public final class TenantOrder {

  /** Annotations that speak of one object and would lie on another. */
  private static final List<String> NOT_HANDED_ON =
      List.of("kubectl.kubernetes.io/", "cluster.x-k8s.io/", "topology.cluster.x-k8s.io/");

  private final StewardControlPlane plane;
  private final StewardControlPlaneSpec spec;
  private final ControlPlaneSettings settings;
  private final ClusterView cluster;

  private TenantOrder(StewardControlPlane plane, ClusterView cluster) {
    this.plane = plane;
    this.spec = plane.getSpec();
    this.settings = spec.settings();
    this.cluster = cluster;
  }

  public static TenantControlPlane of(StewardControlPlane plane, ClusterView cluster) {
    return new TenantOrder(plane, cluster).order();
  }

  private TenantControlPlane order() {
    var order = new TenantControlPlane();
    var metadata = plane.getMetadata();
    order.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(metadata.getNamespace())
            .withName(metadata.getName())
            .withLabels(labels())
            .withAnnotations(annotations())
            .withOwnerReferences(
                new OwnerReferenceBuilder()
                    .withApiVersion(plane.getApiVersion())
                    .withKind(plane.getKind())
                    .withName(metadata.getName())
                    .withUid(metadata.getUid())
                    .withController(true)
                    .withBlockOwnerDeletion(true)
                    .build())
            .build());
    order.setSpec(
        new TenantControlPlaneSpec(
            settings.dataStoreName(),
            settings.dataStoreSchema(),
            settings.dataStoreUsername(),
            List.of(),
            hosting(),
            kubernetes(),
            network(),
            addons(),
            null,
            settings.security(),
            null,
            null));
    return order;
  }

  private Map<String, String> labels() {
    var labels = new LinkedHashMap<>(orEmpty(plane.getMetadata().getLabels()));
    labels.put(Marks.CLUSTER_NAME, cluster.name());
    return labels;
  }

  private Map<String, String> annotations() {
    var annotations = new LinkedHashMap<>(orEmpty(plane.getMetadata().getAnnotations()));
    annotations.keySet().removeIf(key -> NOT_HANDED_ON.stream().anyMatch(key::startsWith));
    return annotations;
  }

  private TenantControlPlaneSpec.Kubernetes kubernetes() {
    return new TenantControlPlaneSpec.Kubernetes(
        spec.imageVersion(),
        Objects.requireNonNullElseGet(
            settings.kubelet(), () -> new Kubelet(List.of(), List.of(), null)),
        settings.admissionControllers());
  }

  private Hosting hosting() {
    var network = settings.network();
    var type = network == null ? null : network.serviceType();
    return new Hosting(
        deployment(),
        new Hosting.Service(
            Objects.requireNonNullElse(type, ServiceType.LOAD_BALANCER),
            network == null
                ? null
                : metadata(network.serviceLabels(), network.serviceAnnotations()),
            List.of()),
        network == null ? null : ingress(network.ingress()),
        network == null ? null : gateway(network.gateway()));
  }

  private static Hosting.@Nullable Ingress ingress(ControlPlaneNetwork.@Nullable Ingress ingress) {
    return ingress == null
        ? null
        : new Hosting.Ingress(
            ingress.hostname(),
            ingress.className(),
            ingress.controllerType(),
            metadata(ingress.extraLabels(), ingress.extraAnnotations()));
  }

  private static Hosting.@Nullable Gateway gateway(ControlPlaneNetwork.@Nullable Gateway gateway) {
    return gateway == null
        ? null
        : new Hosting.Gateway(
            gateway.hostname(),
            gateway.parentRefs(),
            metadata(gateway.extraLabels(), gateway.extraAnnotations()));
  }

  private HostedDeployment deployment() {
    return DeploymentOrder.of(
        spec.replicas(),
        settings,
        Objects.requireNonNullElseGet(settings.deployment(), TenantOrder::plain));
  }

  private static ControlPlaneDeployment plain() {
    return new ControlPlaneDeployment(
        Map.of(), null, null, null, null, null, null, List.of(), List.of(), List.of(), List.of(),
        List.of(), null);
  }

  private NetworkProfile network() {
    var network = settings.network();
    var balancer = network == null ? null : network.loadBalancerConfig();
    return new NetworkProfile(
        network == null ? null : network.serviceAddress(),
        null,
        cluster.port() == 0 ? null : cluster.port(),
        names(network),
        joined(cluster.services()),
        joined(cluster.pods()),
        settings.effectiveDnsServiceIPs(),
        cluster.domain().isEmpty() ? null : cluster.domain(),
        balancer == null ? List.of() : balancer.loadBalancerSourceRanges(),
        balancer == null ? null : balancer.loadBalancerClass());
  }

  /** Of a name with its port the certificate needs the name. */
  private static List<String> names(@Nullable ControlPlaneNetwork network) {
    if (network == null) {
      return List.of();
    }
    var names = new ArrayList<>(network.certSANs());
    if (network.ingress() != null) {
      names.add(network.ingress().hostname().replaceFirst(":\\d+$", ""));
    }
    if (network.gateway() != null) {
      names.add(network.gateway().hostname());
    }
    return names.stream().distinct().toList();
  }

  private static @Nullable String joined(List<String> blocks) {
    return blocks.isEmpty() ? null : String.join(",", blocks);
  }

  private @Nullable Addons addons() {
    var addons = settings.addons();
    if (addons == null) {
      return null;
    }
    var dns = addons.coreDNS();
    return new Addons(
        dns == null ? null : new ImageOverride(dns.imageRepository(), dns.imageTag()),
        addons.kubeProxy(),
        addons.konnectivity(),
        addons.tcpProxy(),
        addons.workerBootstrap());
  }

  private static @Nullable ExtraMetadata metadata(
      Map<String, String> labels, Map<String, String> annotations) {
    return labels.isEmpty() && annotations.isEmpty()
        ? null
        : new ExtraMetadata(labels, annotations);
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> map) {
    return Objects.requireNonNullElse(map, Map.of());
  }

  /** A component that says nothing. */
  static Component silent() {
    return new Component(null, List.of(), List.of(), null);
  }
}
