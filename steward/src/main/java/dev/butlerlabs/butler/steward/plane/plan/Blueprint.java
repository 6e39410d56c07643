package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.HostedDeployment;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec.NetworkProfile;
import dev.butlerlabs.butler.steward.net.HostPort;
import dev.butlerlabs.butler.steward.net.Subnet;
import dev.butlerlabs.butler.steward.versions.Release;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** What a control plane shall be, with every default filled in. */
record Blueprint(TenantControlPlane plane, Upgrade.Target target) {

  static final NetworkProfile NO_PROFILE =
      new NetworkProfile(null, null, null, List.of(), null, null, List.of(), null, List.of(), null);

  private static final HostedDeployment NO_DEPLOYMENT =
      new HostedDeployment(
          null, null, null, Map.of(), List.of(), null, List.of(), null, null, null, null, null,
          null, List.of(), List.of(), List.of(), null);

  private static final HostedDeployment.Registry NO_REGISTRY =
      new HostedDeployment.Registry(null, null, null, null, null);

  TenantControlPlaneSpec spec() {
    return plane.getSpec();
  }

  Release release() {
    return target.release();
  }

  String name() {
    return plane.getMetadata().getName();
  }

  String namespace() {
    return plane.getMetadata().getNamespace();
  }

  NetworkProfile network() {
    return Objects.requireNonNullElse(spec().networkProfile(), NO_PROFILE);
  }

  HostedDeployment deployment() {
    return Objects.requireNonNullElse(spec().controlPlane().deployment(), NO_DEPLOYMENT);
  }

  HostedDeployment.Registry registry() {
    return Objects.requireNonNullElse(deployment().registrySettings(), NO_REGISTRY);
  }

  Optional<Hold> hold() {
    return Hold.of(plane);
  }

  int replicas() {
    return hold().isPresent() ? 0 : wantedReplicas();
  }

  private int wantedReplicas() {
    return Objects.requireNonNullElse(deployment().replicas(), 2);
  }

  int port() {
    return Objects.requireNonNullElse(network().port(), 6443);
  }

  private TenantNetwork ranges() {
    return TenantNetwork.of(spec());
  }

  String serviceRange() {
    return ranges().serviceRange();
  }

  List<Subnet> services() {
    return ranges().services();
  }

  String podRange() {
    return ranges().podRange();
  }

  String domain() {
    return ranges().domain();
  }

  /** One address for kubelets and for the DNS Service alike. */
  List<String> dnsAddresses() {
    return ranges().dns();
  }

  /** How the API server is reached from inside the management cluster. */
  HostPort inside() {
    return new HostPort(name() + "." + namespace() + ".svc", port());
  }

  Map<String, String> selector() {
    return Map.of(Marks.NAME, name());
  }

  Map<String, String> labels(String component) {
    var labels = new LinkedHashMap<String, String>();
    labels.put(Marks.PROJECT, Marks.STEWARD);
    labels.put(Marks.NAME, name());
    labels.put(Marks.COMPONENT, component);
    return labels;
  }

  /** Name, labels and owner of an object of this control plane. */
  ObjectMeta metadata(String objectName, String component) {
    return new ObjectMetaBuilder()
        .withName(objectName)
        .withNamespace(namespace())
        .withLabels(labels(component))
        .addNewOwnerReference()
        .withApiVersion(plane.getApiVersion())
        .withKind(plane.getKind())
        .withName(name())
        .withUid(plane.getMetadata().getUid())
        .withController(true)
        .withBlockOwnerDeletion(true)
        .endOwnerReference()
        .build();
  }
}
