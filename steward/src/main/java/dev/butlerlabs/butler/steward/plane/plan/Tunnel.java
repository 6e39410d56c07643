package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.Konnectivity;
import dev.butlerlabs.butler.kernel.Checksum;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The end of the tunnel to a tenant's nodes that runs beside its API server: what it is told, what
 * it mounts, and what the API server is told of it.
 */
public final class Tunnel {

  /** Who the server is in the tenant, where it may ask whose a token is and nothing else. */
  public static final String USER = "system:konnectivity-server";

  static final String EGRESS = "/etc/kubernetes/konnectivity";
  static final String EGRESS_FILE = "egress-selector-configuration.yaml";
  static final Set<Part> PARTS = Set.of(Part.KONNECTIVITY, Part.KONNECTIVITY_KUBECONFIG);

  private static final String NAME = "konnectivity-server";
  private static final String SOCKET_FOLDER = "/run/konnectivity";
  private static final String SOCKET = SOCKET_FOLDER + "/konnectivity-server.socket";
  private static final String KEYS = CommandLines.PKI + "/konnectivity";
  private static final int USUAL_PORT = 8132;
  private static final int HEALTH_PORT = 8134;

  private static final String CONFIGURATION =
      """
      apiVersion: apiserver.k8s.io/v1beta1
      kind: EgressSelectorConfiguration
      egressSelections:
        - name: cluster
          connection:
            proxyProtocol: GRPC
            transport:
              uds:
                udsName: %s
      """
          .formatted(SOCKET);

  private Tunnel() {}

  static Optional<Konnectivity> in(Blueprint print) {
    return Optional.ofNullable(print.spec().addons())
        .flatMap(addons -> Optional.ofNullable(addons.konnectivity()));
  }

  /** The port that agents dial. */
  public static int port(Konnectivity ordered) {
    return Optional.ofNullable(ordered.server()).map(Konnectivity.Server::port).orElse(USUAL_PORT);
  }

  /** Without the keys of a tunnel that nobody orders, so that pods do not hang on them. */
  static Observation only(Observation seen, Blueprint print) {
    if (in(print).isPresent()) {
      return seen;
    }
    var keys = new EnumMap<Part, Keys>(Part.class);
    keys.putAll(seen.keys());
    keys.keySet().removeAll(PARTS);
    return seen.seeing(keys);
  }

  /** Name of the ConfigMap that sends the API server's calls to nodes into the tunnel. */
  public static String configMapOf(String plane) {
    return plane + "-konnectivity-egress-selector-configuration";
  }

  /** Whether the Secret is one of the tunnel's. */
  public static boolean part(Part part) {
    return PARTS.contains(part);
  }

  static ConfigMap configMap(Blueprint print) {
    var metadata = print.metadata(configMapOf(print.name()), "konnectivity-egress");
    var data = Map.of(EGRESS_FILE, CONFIGURATION);
    metadata.setAnnotations(Map.of(Marks.CHECKSUM, Checksum.of(data).text()));
    return new ConfigMapBuilder().withMetadata(metadata).withData(data).build();
  }

  static ServicePort servicePort(Konnectivity ordered, boolean onNodes) {
    return new ServicePortBuilder()
        .withName(NAME)
        .withProtocol("TCP")
        .withPort(port(ordered))
        .withTargetPort(new IntOrString(port(ordered)))
        .withNodePort(onNodes ? port(ordered) : null)
        .build();
  }

  static Container server(Blueprint print, Konnectivity ordered) {
    var given =
        Objects.requireNonNullElse(
            ordered.server(), new Konnectivity.Server(USUAL_PORT, null, null, null, List.of()));
    var image =
        Objects.requireNonNullElse(given.image(), "registry.k8s.io/kas-network-proxy/proxy-server");
    var tag = Objects.requireNonNullElse(given.version(), print.release().konnectivity());
    return new ContainerBuilder()
        .withName(NAME)
        .withImage(image + ":" + tag)
        .withImagePullPolicy("IfNotPresent")
        .withCommand("/proxy-server")
        .withArgs(arguments(print, ordered, given))
        .addNewPort()
        .withName("konnectivity")
        .withContainerPort(port(ordered))
        .withProtocol("TCP")
        .endPort()
        .withLivenessProbe(
            new ProbeBuilder()
                .withNewHttpGet()
                .withScheme("HTTP")
                .withPath("/healthz")
                .withNewPort(HEALTH_PORT)
                .endHttpGet()
                .withInitialDelaySeconds(30)
                .withTimeoutSeconds(15)
                .withFailureThreshold(8)
                .build())
        .withResources(Sizes.resources(given.resources(), "20m", "32Mi"))
        .withEnv(Sizes.limited(given.resources()))
        .withSecurityContext(Pods.confined(false))
        .withVolumeMounts(
            socket(),
            mount(Part.KONNECTIVITY.suffix(), KEYS),
            mount(Part.KONNECTIVITY_KUBECONFIG.suffix(), CommandLines.CONFIGS))
        .build();
  }

  private static List<String> arguments(
      Blueprint print, Konnectivity ordered, Konnectivity.Server given) {
    return new Flags()
        .set("admin-port", "8133")
        .set("agent-namespace", "kube-system")
        .set("agent-port", Integer.toString(port(ordered)))
        .set("agent-service-account", "konnectivity-agent")
        .set("authentication-audience", USER)
        .set("cluster-cert", KEYS + "/tls.crt")
        .set("cluster-key", KEYS + "/tls.key")
        // What an earlier container left in the folder would keep this one from listening.
        .set("delete-existing-uds-file", "true")
        .set("health-port", Integer.toString(HEALTH_PORT))
        .set("kubeconfig", CommandLines.CONFIGS + "/konnectivity-server.conf")
        .set("mode", "grpc")
        .set("server-count", Integer.toString(Math.max(1, print.replicas())))
        .set("server-port", "0")
        .set("uds-name", SOCKET)
        .completedBy(given.extraArgs())
        .render();
  }

  static List<Volume> volumes(Blueprint print) {
    return List.of(
        new VolumeBuilder()
            .withName("konnectivity-uds")
            .withNewEmptyDir()
            .withMedium("Memory")
            .endEmptyDir()
            .build(),
        new VolumeBuilder()
            .withName("konnectivity-egress")
            .withNewConfigMap()
            .withName(configMapOf(print.name()))
            .endConfigMap()
            .build(),
        Volumes.secret(Part.KONNECTIVITY.suffix(), print, Part.KONNECTIVITY),
        Volumes.secret(Part.KONNECTIVITY_KUBECONFIG.suffix(), print, Part.KONNECTIVITY_KUBECONFIG));
  }

  /** What the API server mounts for it. */
  static List<VolumeMount> apiServerMounts() {
    return List.of(socket(), mount("konnectivity-egress", EGRESS));
  }

  private static VolumeMount socket() {
    return new VolumeMountBuilder()
        .withName("konnectivity-uds")
        .withMountPath(SOCKET_FOLDER)
        .build();
  }

  private static VolumeMount mount(String name, String path) {
    return new VolumeMountBuilder().withName(name).withMountPath(path).withReadOnly(true).build();
  }
}
