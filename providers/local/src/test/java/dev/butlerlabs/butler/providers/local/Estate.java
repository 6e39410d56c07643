package dev.butlerlabs.butler.providers.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.local.LocalCluster;
import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Faults;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A management cluster with the provider in it; Cluster API's part is played by hand. */
final class Estate implements AutoCloseable {

  /** A clock that leaps by hours must not end the runs that are under way. */
  private static final ControllerSettings UNHURRIED =
      ControllerSettings.DEFAULT.withDeadline(Duration.ofDays(1));

  final TestCluster cluster;
  final Timeline timeline;
  final KubernetesClient admin;
  final Await await;
  final AtomicBoolean leads = new AtomicBoolean(true);
  final RecordingClient process;
  private @Nullable Engine engine;
  private @Nullable LocalProvider provider;
  private @Nullable TenantClients tenants;

  Estate(TestCluster cluster, Timeline timeline) {
    this.cluster = cluster;
    this.timeline = timeline;
    cluster.installResources(
        "crds/localclusters.infrastructure.cluster.x-k8s.io.yaml",
        "crds/localmachines.infrastructure.cluster.x-k8s.io.yaml",
        "crds/localmachinetemplates.infrastructure.cluster.x-k8s.io.yaml",
        "clusters.cluster.x-k8s.io.yaml",
        "machines.cluster.x-k8s.io.yaml");
    admin = cluster.client(WireFormat.serialization());
    process = cluster.recording(WireFormat.serialization(), Faults.none());
    await = new Await(admin);
    open();
  }

  /** Starts a process; it knows only what is stored. */
  void open() {
    var client = process.client();
    var fresh =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    var pool =
        new TenantClients(TenantSettings.usual("local-test"), timeline, new SimpleMeterRegistry());
    var local = new LocalProvider(client, timeline, pool, leads::get, "test");
    local.addTo(fresh, UNHURRIED);
    fresh.start();
    try {
      assertThat(fresh.awaitSynced(Duration.ofMinutes(2))).isTrue();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
    engine = fresh;
    provider = local;
    tenants = pool;
  }

  /** Ends the process. */
  void stop() {
    if (engine != null && provider != null && tenants != null) {
      engine.close();
      provider.close();
      tenants.close();
    }
    engine = null;
  }

  /** Whether the process speaks for the machine's Node. */
  boolean plays(String machine) {
    return provider != null && provider.plays(new ObjectKey(namespace(), machine));
  }

  @Override
  public void close() {
    stop();
  }

  String namespace() {
    return cluster.namespace();
  }

  void apply(String yaml) {
    cluster.kubectlReading(yaml, "apply", "-f", "-").requireSuccess();
  }

  String get(String object, String path) {
    return cluster.kubectl("get", object, "-o", "jsonpath=" + path).requireSuccess();
  }

  void patch(String object, String patch) {
    cluster.kubectl("patch", object, "--type=merge", "-p", patch).requireSuccess();
  }

  void delete(String object) {
    cluster.kubectl("delete", object, "--wait=false").requireSuccess();
  }

  /** A Cluster with its LocalCluster, adopted as Cluster API does it. */
  void cluster(String name) {
    apply(
        """
        apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
        kind: LocalCluster
        metadata: {name: %1$s}
        spec: {}
        ---
        apiVersion: cluster.x-k8s.io/v1beta2
        kind: Cluster
        metadata: {name: %1$s}
        spec:
          paused: false
          infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: LocalCluster, name: %1$s}
        """
            .formatted(name));
    own("localcluster/" + name, "Cluster", name);
  }

  /** Makes an object of Cluster API an owner. */
  void own(String object, String kind, String owner) {
    var uid = get(kind.toLowerCase(Locale.ROOT) + "/" + owner, "{.metadata.uid}");
    patch(
        object,
        """
        {"metadata": {"labels": {"cluster.x-k8s.io/cluster-name": "shop"}, "ownerReferences": [
          {"apiVersion": "cluster.x-k8s.io/v1beta2", "kind": "%s", "name": "%s", "uid": "%s"}]}}
        """
            .formatted(kind, owner, uid));
  }

  /** A Machine of cluster shop with its LocalMachine, as a MachineSet makes them. */
  void machine(String name, String spec) {
    apply(
        """
        apiVersion: infrastructure.cluster.x-k8s.io/v1alpha1
        kind: LocalMachine
        metadata: {name: %1$s, labels: {cluster.x-k8s.io/cluster-name: shop}}
        spec: %2$s
        ---
        apiVersion: cluster.x-k8s.io/v1beta2
        kind: Machine
        metadata: {name: %1$s, labels: {cluster.x-k8s.io/cluster-name: shop}}
        spec:
          clusterName: shop
          version: v1.36.3
          bootstrap: {}
          infrastructureRef: {apiGroup: infrastructure.cluster.x-k8s.io, kind: LocalMachine, name: %1$s}
        """
            .formatted(name, spec));
    own("localmachine/" + name, "Machine", name);
  }

  /** What the bootstrap provider does: a Secret, and its name on the Machine. */
  void data(String machine, String cloudConfig) {
    secret(machine, "value", cloudConfig);
    patch(
        "machines.cluster.x-k8s.io/" + machine,
        "{\"spec\": {\"bootstrap\": {\"dataSecretName\": \"%s\"}}}".formatted(machine));
  }

  void secret(String name, String key, String text) {
    var secret = new Secret();
    secret.setMetadata(new ObjectMetaBuilder().withNamespace(namespace()).withName(name).build());
    secret.setType("cluster.x-k8s.io/secret");
    secret.setData(Map.of(key, Base64.getEncoder().encodeToString(text.getBytes(UTF_8))));
    admin.resource(secret).create();
  }

  Resource<LocalCluster> localCluster(String name) {
    return admin.resources(LocalCluster.class).inNamespace(namespace()).withName(name);
  }

  Resource<LocalMachine> localMachine(String name) {
    return admin.resources(LocalMachine.class).inNamespace(namespace()).withName(name);
  }

  /** Waits until the condition says this. */
  LocalMachine awaitTold(String machine, String type, String start) {
    return await.until(
        type + " is told as " + start,
        localMachine(machine),
        found -> told(found, type).startsWith(start));
  }

  static String told(LocalMachine machine, String type) {
    return machine.getStatus() == null ? "" : told(machine.getStatus().conditions(), type);
  }

  static String told(LocalCluster cluster, String type) {
    return cluster.getStatus() == null ? "" : told(cluster.getStatus().conditions(), type);
  }

  private static String told(List<Condition> conditions, String type) {
    return conditions.stream()
        .filter(condition -> condition.type().equals(type))
        .map(one -> "%s %s: %s".formatted(one.status().wire(), one.reason(), one.message()))
        .findFirst()
        .orElse("");
  }

  /** Reasons of the events about an object, which may be told after its status. */
  List<String> events(String object) {
    return admin
        .v1()
        .events()
        .inNamespace(namespace())
        .withField("involvedObject.name", object)
        .list()
        .getItems()
        .stream()
        .map(event -> event.getReason() + ": " + event.getMessage())
        .toList();
  }
}
