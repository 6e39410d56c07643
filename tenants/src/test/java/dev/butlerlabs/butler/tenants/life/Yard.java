package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.providers.local.infrastructure.LocalInfrastructure;
import dev.butlerlabs.butler.tenants.TenantControllers;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A management cluster with the tenants' controllers in it; all others are played by hand. */
final class Yard implements AutoCloseable {

  static final Duration PATIENCE = Duration.ofMinutes(2);

  final TestCluster cluster;
  final KubernetesClient admin;
  final Others others;
  private final Timeline timeline;
  private @Nullable Engine engine;
  private @Nullable TenantClients inside;

  /** Of the process that runs. */
  MeterRegistry meters = new SimpleMeterRegistry();

  Yard(TestCluster cluster) {
    this(cluster, new SystemTimeline());
  }

  Yard(TestCluster cluster, Timeline timeline) {
    this.cluster = cluster;
    this.timeline = timeline;
    install(cluster);
    this.admin = cluster.client(WireFormat.serialization());
    this.others = new Others(admin);
    open();
  }

  static void install(TestCluster cluster) {
    cluster.installResources(
        "crds/tenantclusters.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/butlerconfigs.butler.butlerlabs.dev.yaml",
        "crds/tenantaddons.butler.butlerlabs.dev.yaml",
        "crds/imagesyncs.butler.butlerlabs.dev.yaml",
        "crds/ipallocations.butler.butlerlabs.dev.yaml",
        "crds/networkpools.butler.butlerlabs.dev.yaml",
        "crds/stewardcontrolplanes.controlplane.cluster.x-k8s.io.yaml",
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml",
        "crds/localmachines.infrastructure.cluster.x-k8s.io.yaml",
        "crds/localclusters.infrastructure.cluster.x-k8s.io.yaml",
        "crds/localmachinetemplates.infrastructure.cluster.x-k8s.io.yaml",
        "clusters.cluster.x-k8s.io.yaml",
        "machines.cluster.x-k8s.io.yaml",
        "machinesets.cluster.x-k8s.io.yaml",
        "machinedeployments.cluster.x-k8s.io.yaml",
        "machinehealthchecks.cluster.x-k8s.io.yaml",
        "kubeadmconfigs.bootstrap.cluster.x-k8s.io.yaml",
        "kubeadmconfigtemplates.bootstrap.cluster.x-k8s.io.yaml");
  }

  /** Starts a process; it knows only what is stored. */
  void open() {
    var client = cluster.client(WireFormat.serialization());
    meters = new SimpleMeterRegistry();
    var fresh =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                meters,
                new Random(1)));
    var tenants = new TenantClients(TenantSettings.usual("test"), timeline, meters);
    inside = tenants;
    TenantControllers.add(
        fresh,
        client,
        timeline,
        "test",
        meters,
        List.of(new LocalInfrastructure()),
        new AdminDoor(client, tenants, "admin.conf"));
    fresh.start();
    try {
      assertThat(fresh.awaitSynced(PATIENCE)).isTrue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
    engine = fresh;
  }

  void stop() {
    if (engine != null) {
      engine.close();
    }
    engine = null;
    if (inside != null) {
      inside.close();
    }
    inside = null;
  }

  @Override
  public void close() {
    stop();
    if (timeline instanceof SystemTimeline real) {
      real.close();
    }
  }

  String home() {
    return cluster.namespace();
  }

  void apply(String yaml) {
    cluster.kubectlReading(yaml, "apply", "-f", "-").requireSuccess();
  }

  void applyIn(String namespace, String yaml) {
    cluster.kubectlReading(yaml, "apply", "-n", namespace, "-f", "-").requireSuccess();
  }

  /** A platform whose workers are simulated. */
  void lab() {
    apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: lab}
        spec: {provider: local}
        """);
  }

  /** An order that nobody has looked at yet. */
  void order(String name) {
    apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata: {name: %s}
        spec: {kubernetesVersion: v1.35.4, workers: {replicas: 1}}
        """
            .formatted(name));
  }

  /** Orders it, or changes the order, so that it sleeps when this says so. */
  void sleep(String name, String sleep) {
    apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata: {name: %s}
        spec: {kubernetesVersion: v1.35.4, workers: {replicas: 1}, sleep: %s}
        """
            .formatted(name, sleep));
  }

  /** Lets an order in, with these values in force. */
  void letIn(String name, String version, String workers) {
    status(
        name,
        """
        {"effective": {"kubernetesVersion": "%s", "workers": %s,
          "providerConfigRef": {"name": "lab", "namespace": "%s"}}}
        """
            .formatted(version, workers, home()));
  }

  void status(String name, String status) {
    cluster
        .kubectl(
            "patch",
            "tenantcluster",
            name,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\": %s}".formatted(status))
        .requireSuccess();
  }

  Resource<TenantCluster> cluster(String name) {
    return admin.resources(TenantCluster.class).inNamespace(home()).withName(name);
  }

  TenantClusterStatus told(String name) {
    return Objects.requireNonNull(cluster(name).require().getStatus());
  }

  /** The version that is told to run; empty for none. */
  static String version(TenantClusterStatus status) {
    return Optional.ofNullable(status.observedState())
        .map(TenantClusterStatus.ObservedState::kubernetesVersion)
        .orElse("");
  }

  /** The Nodes that are told. */
  static List<String> nodes(TenantClusterStatus status) {
    return Optional.ofNullable(status.observedState())
        .map(TenantClusterStatus.ObservedState::workers)
        .map(TenantClusterStatus.ObservedWorkers::nodes)
        .orElse(List.of());
  }

  Optional<Condition> condition(String name, String type) {
    return Optional.ofNullable(cluster(name).get())
        .map(TenantCluster::getStatus)
        .flatMap(status -> new Conditions(status.conditions()).find(type));
  }

  /** Waits until the status says so. */
  TenantClusterStatus awaitTold(String what, String name, Predicate<TenantClusterStatus> wanted) {
    var found =
        new Await(admin)
            .within(PATIENCE)
            .until(
                what,
                cluster(name),
                one -> one.getStatus() != null && wanted.test(one.getStatus()));
    return Objects.requireNonNull(found.getStatus());
  }

  TenantClusterStatus awaitPhase(String name, Phase phase) {
    return awaitTold("the phase is " + phase, name, status -> status.phase() == phase);
  }

  void awaitReason(String name, String type, String reason) {
    awaitTold(
        type + " is told as " + reason,
        name,
        status ->
            new Conditions(status.conditions())
                .find(type)
                .filter(one -> one.reason().equals(reason))
                .isPresent());
  }

  /** The namespace with the parts of a cluster, once the last of them is there. */
  String place(String name) {
    var namespace =
        Objects.requireNonNull(
            awaitTold("the namespace is told", name, status -> status.tenantNamespace() != null)
                .tenantNamespace());
    awaitThere(Others.CAPI, "Cluster", namespace, name);
    return namespace;
  }

  void awaitThere(String api, String kind, String namespace, String name) {
    Await.untilTrue(
        kind + " " + name + " is there",
        PATIENCE,
        () -> others.find(api, kind, namespace, name).get() != null);
  }

  /** Waits until that many workers are ordered. */
  void awaitWanted(String namespace, String name, int workers) {
    awaitThere(Others.CAPI, "MachineHealthCheck", namespace, name + "-workers");
    var deployment = others.find(Others.CAPI, "MachineDeployment", namespace, name + "-workers");
    Await.untilTrue(
        workers + " workers are ordered",
        PATIENCE,
        () -> Others.tree(deployment.require()).at("/spec/replicas").asInt() == workers);
  }

  /** From an order to a cluster in use. */
  String ready(String name) {
    lab();
    order(name);
    letIn(name, "v1.35.4", "{\"replicas\": 1}");
    var namespace = place(name);
    others.serve(namespace, name);
    awaitWanted(namespace, name, 1);
    others.workers(namespace);
    awaitPhase(name, Phase.READY);
    return namespace;
  }
}
