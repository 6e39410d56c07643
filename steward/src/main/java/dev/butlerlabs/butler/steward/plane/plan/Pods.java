package dev.butlerlabs.butler.steward.plane.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.HostedDeployment.ExtraMounts;
import dev.butlerlabs.butler.api.steward.HostedDeployment.Resources;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.Toleration;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraintBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The pods of a control plane. */
final class Pods {

  private static final ObjectMapper MAPPER = WireFormat.mapper();
  private static final long NOBODY = 65532;

  private static final Resources NONE = new Resources(null, null, null, null);
  private static final ExtraMounts NO_MOUNTS = new ExtraMounts(List.of(), List.of(), List.of());

  private final Blueprint print;
  private final CommandLines lines;

  Pods(Blueprint print) {
    this.print = print;
    this.lines = new CommandLines(print);
  }

  PodSpec spec(Endpoint.Known endpoint, Room.Ready room, StoreNames names) {
    var wanted = print.deployment();
    return new PodSpecBuilder()
        .withServiceAccountName(Objects.requireNonNullElse(wanted.serviceAccountName(), "default"))
        // Tenants must not find a key to the management cluster.
        .withAutomountServiceAccountToken(false)
        .withEnableServiceLinks(false)
        .withRuntimeClassName(wanted.runtimeClassName())
        .withNodeSelector(wanted.nodeSelector().isEmpty() ? null : wanted.nodeSelector())
        .withTolerations(all(wanted.tolerations(), Toleration.class))
        .withAffinity(wanted.affinity() == null ? null : one(wanted.affinity(), Affinity.class))
        .withTopologySpreadConstraints(spread())
        .withTerminationGracePeriodSeconds(60L)
        .withNewSecurityContext()
        .withRunAsNonRoot(true)
        .withRunAsUser(NOBODY)
        .withRunAsGroup(NOBODY)
        .withFsGroup(NOBODY)
        .withNewSeccompProfile()
        .withType("RuntimeDefault")
        .endSeccompProfile()
        .endSecurityContext()
        .withInitContainers(first(endpoint, room, names))
        .withContainers(then())
        .withVolumes(volumes(room, names))
        .build();
  }

  /**
   * The API server, and what it needs, start before the rest and run beside it: a controller
   * manager gives up when it finds no API server for ten seconds, and while one starts it wants the
   * processors for itself.
   */
  private List<Container> first(Endpoint.Known endpoint, Room.Ready room, StoreNames names) {
    var containers = all(print.deployment().additionalInitContainers(), Container.class);
    var apiServer = apiServer(lines.apiServer(endpoint, room, names));
    if (Kine.needed(room)) {
      containers.add(new Kine(print, room, names).container());
      apiServer.getVolumeMounts().add(Kine.socketMount());
    }
    containers.add(apiServer);
    return containers;
  }

  private List<Container> then() {
    var containers = all(print.deployment().additionalContainers(), Container.class);
    containers.add(controllerManager());
    containers.add(scheduler());
    Tunnel.in(print).ifPresent(ordered -> containers.add(Tunnel.server(print, ordered)));
    return containers;
  }

  private Container apiServer(List<String> arguments) {
    var image = Objects.requireNonNullElse(print.registry().apiServerImage(), "kube-apiserver");
    return component("kube-apiserver", image, arguments, print.port())
        .withRestartPolicy("Always")
        .addNewPort()
        .withName("kube-apiserver")
        .withContainerPort(print.port())
        .withProtocol("TCP")
        .endPort()
        // Looked at every second, so that a start costs no waiting, and given ten minutes.
        .withStartupProbe(probe("/readyz", print.port(), 1, 600))
        .withReadinessProbe(probe("/readyz", print.port(), 5, 3))
        .withLivenessProbe(probe("/livez", print.port(), 10, 8))
        .withResources(Sizes.resources(extra().apiServer(), "150m", "256Mi"))
        .withEnv(Sizes.limited(extra().apiServer()))
        .withVolumeMounts(mounts(own().apiServer(), Volumes.apiServerMounts(print)))
        .build();
  }

  private Container controllerManager() {
    var name = "kube-controller-manager";
    var image = Objects.requireNonNullElse(print.registry().controllerManagerImage(), name);
    return component(name, image, lines.controllerManager(), 10257)
        .withLivenessProbe(patient(probe("/healthz", 10257, 10, 12)))
        .withResources(Sizes.resources(extra().controllerManager(), "15m", "96Mi"))
        .withEnv(Sizes.small(extra().controllerManager()))
        .withVolumeMounts(mounts(own().controllerManager(), Volumes.controllerManagerMounts()))
        .build();
  }

  private Container scheduler() {
    var name = "kube-scheduler";
    var image = Objects.requireNonNullElse(print.registry().schedulerImage(), name);
    return component(name, image, lines.scheduler(), 10259)
        .withLivenessProbe(patient(probe("/healthz", 10259, 10, 12)))
        .withResources(Sizes.resources(extra().scheduler(), "10m", "64Mi"))
        .withEnv(Sizes.small(extra().scheduler()))
        .withVolumeMounts(mounts(own().scheduler(), Volumes.schedulerMounts()))
        .build();
  }

  private ContainerBuilder component(String name, String image, List<String> arguments, int port) {
    var registry = Objects.requireNonNullElse(print.registry().registry(), "registry.k8s.io");
    var suffix = Objects.requireNonNullElse(print.registry().tagSuffix(), "");
    return new ContainerBuilder()
        .withName(name)
        .withImage(registry + "/" + image + ":" + print.target().version() + suffix)
        .withImagePullPolicy("IfNotPresent")
        .withCommand(name)
        .withArgs(arguments)
        .withSecurityContext(confined(port == print.port()));
  }

  /** kube-apiserver's file carries a capability, so it cannot be started without that one. */
  static SecurityContext confined(boolean mayBind) {
    return new SecurityContextBuilder()
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .withAdd(mayBind ? List.of("NET_BIND_SERVICE") : List.of())
        .endCapabilities()
        .build();
  }

  private static Probe probe(String path, int port, int period, int failures) {
    return new ProbeBuilder()
        .withNewHttpGet()
        .withScheme("HTTPS")
        .withPath(path)
        .withNewPort(port)
        .endHttpGet()
        .withPeriodSeconds(period)
        .withTimeoutSeconds(15)
        .withFailureThreshold(failures)
        .build();
  }

  /** No start-up probe: a tenant is ready when its API server is, and these two follow it. */
  private static Probe patient(Probe probe) {
    return new ProbeBuilder(probe).withInitialDelaySeconds(120).build();
  }

  private Resources extra() {
    return Objects.requireNonNullElse(print.deployment().resources(), NONE);
  }

  private ExtraMounts own() {
    return Objects.requireNonNullElse(print.deployment().additionalVolumeMounts(), NO_MOUNTS);
  }

  private static List<VolumeMount> mounts(List<JsonNode> given, List<VolumeMount> ours) {
    var mounts = all(given, VolumeMount.class);
    mounts.addAll(ours);
    return mounts;
  }

  private List<Volume> volumes(Room.Ready room, StoreNames names) {
    var volumes = all(print.deployment().additionalVolumes(), Volume.class);
    volumes.addAll(Volumes.of(print, !Kine.needed(room)));
    if (Kine.needed(room)) {
      volumes.addAll(new Kine(print, room, names).volumes());
    }
    return volumes;
  }

  private List<TopologySpreadConstraint> spread() {
    var selector = new LabelSelectorBuilder().withMatchLabels(print.selector()).build();
    var given = all(print.deployment().topologySpreadConstraints(), TopologySpreadConstraint.class);
    for (var constraint : given) {
      if (constraint.getLabelSelector() == null) {
        constraint.setLabelSelector(selector);
      }
    }
    if (given.isEmpty()) {
      for (var key : List.of("topology.kubernetes.io/zone", "kubernetes.io/hostname")) {
        given.add(
            new TopologySpreadConstraintBuilder()
                .withMaxSkew(1)
                .withTopologyKey(key)
                .withWhenUnsatisfiable("ScheduleAnyway")
                .withLabelSelector(selector)
                .build());
      }
    }
    return given;
  }

  private static <T> List<T> all(List<JsonNode> fragments, Class<T> type) {
    var read = new ArrayList<T>();
    fragments.forEach(fragment -> read.add(one(fragment, type)));
    return read;
  }

  /** What users write as in any pod is laid in as it is; fields nobody here knows stay in it. */
  private static <T> T one(JsonNode fragment, Class<T> type) {
    return MAPPER.convertValue(fragment, type);
  }
}
