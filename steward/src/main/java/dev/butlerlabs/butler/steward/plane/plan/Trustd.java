package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.WorkerBootstrap;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.steward.net.HostPort;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.Probe;
import io.fabric8.kubernetes.api.model.ProbeBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The certificate service beside the API server that Talos workers ask. */
record Trustd(Blueprint print, WorkerBootstrap.Talos settings) {

  private static final String NAME = "steward-trustd";
  private static final String FOLDER = "/etc/steward-trustd/certs";
  private static final String VOLUME = "trustd";
  private static final long NOBODY = 65534;
  private static final WorkerBootstrap.Talos USUAL =
      new WorkerBootstrap.Talos(null, null, null, null, List.of());

  /** Empty when workers join with kubeadm only. */
  static Optional<Trustd> of(Blueprint print) {
    return bootstrap(print)
        .map(wanted -> new Trustd(print, Objects.requireNonNullElse(wanted.talos(), USUAL)));
  }

  private static Optional<WorkerBootstrap> bootstrap(Blueprint print) {
    return Optional.ofNullable(print.spec().addons())
        .flatMap(addons -> Optional.ofNullable(addons.workerBootstrap()));
  }

  /** Why it cannot be done as it is asked for, if so. */
  static Optional<Cause> objection(Blueprint print) {
    var wanted = bootstrap(print);
    if (wanted.isEmpty()) {
      return Optional.empty();
    }
    if (!"talos".equals(wanted.get().provider())) {
      return Ingresses.refused(
          "addons.workerBootstrap.provider is '%s', which nobody knows"
              .formatted(wanted.get().provider()),
          "talos is the only one; leave workerBootstrap out for nodes that join with kubeadm");
    }
    var hosting = print.spec().controlPlane();
    return hosting.ingress() != null || hosting.gateway() != null
        ? Ingresses.refused(
            "Talos workers call by address, which neither an Ingress nor a Gateway can lead on",
            "Take serviceType LoadBalancer without ingress and gateway, or leave"
                + " workerBootstrap out")
        : Optional.empty();
  }

  int port() {
    return Objects.requireNonNullElse(settings.port(), 50001);
  }

  ServicePort servicePort() {
    return new ServicePortBuilder()
        .withName(NAME)
        .withProtocol("TCP")
        .withPort(port())
        .withTargetPort(new IntOrString(port()))
        .build();
  }

  PodSpec in(PodSpec pod) {
    return new PodSpecBuilder(pod).addToContainers(container()).addToVolumes(volume()).build();
  }

  private Container container() {
    return new ContainerBuilder()
        .withName(NAME)
        .withImage(image())
        .withImagePullPolicy("IfNotPresent")
        .addNewEnv()
        .withName("TRUSTD_PORT")
        .withValue(Integer.toString(port()))
        .endEnv()
        .addNewEnv()
        .withName("TRUSTD_TENANT")
        .withValue(print.name())
        .endEnv()
        .addNewEnv()
        .withName("TRUSTD_CERT_DIR")
        .withValue(FOLDER)
        .endEnv()
        .addNewEnv()
        .withName("TRUSTD_TOKEN")
        .withNewValueFrom()
        .withNewSecretKeyRef(TrustdKeys.TOKEN, Part.TRUSTD.secretOf(print.name()), null)
        .endValueFrom()
        .endEnv()
        .addNewPort()
        .withName(NAME)
        .withContainerPort(port())
        .withProtocol("TCP")
        .endPort()
        .withReadinessProbe(probe(5, 3))
        .withLivenessProbe(probe(10, 8))
        .withResources(Sizes.resources(settings.resources(), "10m", "32Mi"))
        .withNewSecurityContext()
        .withRunAsUser(NOBODY)
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .endSecurityContext()
        .addNewVolumeMount()
        .withName(VOLUME)
        .withMountPath(FOLDER)
        .withReadOnly(true)
        .endVolumeMount()
        .build();
  }

  private String image() {
    var repository =
        Objects.requireNonNullElse(settings.image(), "ghcr.io/butlerdotdev/steward-trustd");
    return repository + ":" + Objects.requireNonNullElse(settings.imageTag(), "v0.1.0");
  }

  private Probe probe(int period, int failures) {
    return new ProbeBuilder()
        .withNewTcpSocket()
        .withPort(new IntOrString(port()))
        .endTcpSocket()
        .withPeriodSeconds(period)
        .withTimeoutSeconds(15)
        .withFailureThreshold(failures)
        .build();
  }

  /** Without the administrator's key, which is not the service's business. */
  private Volume volume() {
    return new VolumeBuilder()
        .withName(VOLUME)
        .withNewSecret()
        .withSecretName(Part.TRUSTD.secretOf(print.name()))
        .withDefaultMode(Volumes.MODE)
        .addNewItem("os-ca.crt", null, "os-ca.crt")
        .addNewItem("os-ca.key", null, "os-ca.key")
        .addNewItem("server.crt", null, "server.crt")
        .addNewItem("server.key", null, "server.key")
        .endSecret()
        .build();
  }

  /** How workers reach it. */
  String endpoint(Endpoint.Known known) {
    return new HostPort(known.server().host(), port()).toString();
  }
}
