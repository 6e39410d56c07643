package dev.butlerlabs.butler.ipam.infrastructure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Cluster API comes and goes while the manager runs; the clock stands still, so nothing polls. */
@OnRealApiServer
class LateMachinesIT {

  private static final String DEFINITION = "machines.cluster.x-k8s.io";

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private TestCluster cluster;
  private KubernetesClient client;

  @BeforeEach
  void start(TestCluster given) {
    cluster = given;
    cluster.installResources(
        "crds/networkpools.butler.butlerlabs.dev.yaml",
        "crds/ipallocations.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/tenantclusters.butler.butlerlabs.dev.yaml");
    client = cluster.client(WireFormat.serialization());
  }

  @Test
  @DisplayName("point 8: Machines are found though Cluster API was installed after the start")
  void point8_machinesOfALaterClusterApiAreFound() {
    removeClusterApi();
    try (var engine = engine()) {
      engine.start();
      apply(
          """
          apiVersion: butler.butlerlabs.dev/v1alpha1
          kind: NetworkPool
          metadata: {name: lab}
          spec: {cidr: 10.43.0.0/24}
          """);
      awaitUses(List.of());

      cluster.installResources(DEFINITION + ".yaml");
      machine("cp-1", "10.43.0.100");
      awaitUses(List.of("10.43.0.100"));
      machine("cp-1", "10.43.0.101");
      awaitUses(List.of("10.43.0.101"));

      removeClusterApi();
      awaitUses(List.of());
    }
    assertThat(timeline.pending()).isZero();
  }

  @Test
  @DisplayName("point 8: what a Machine has stays told while a new process has not yet looked")
  void point8_restartForgetsNoMachine() {
    cluster.installResources(DEFINITION + ".yaml");
    apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: NetworkPool
        metadata: {name: lab}
        spec: {cidr: 10.44.0.0/24}
        """);
    machine("cp-1", "10.44.0.100");
    try (var engine = engine()) {
      engine.start();
      awaitUses(List.of("10.44.0.100"));
    }
    var told = lab().require();

    var fresh = new InfrastructureReconciler(client, timeline, new Machines());
    var outcome = fresh.reconcile(told, context());

    assertThat(outcome).isEqualTo(Outcome.settled());
    assertThat(lab().require().getMetadata().getResourceVersion())
        .as("nothing was told before the Machines were listed")
        .isEqualTo(told.getMetadata().getResourceVersion());
    try (var engine = engine()) {
      engine.start();
      machine("cp-2", "10.44.0.101");
      awaitUses(List.of("10.44.0.100", "10.44.0.101"));
    }
  }

  private Context context() {
    var now = timeline.instant();
    var key = new ObjectKey(cluster.namespace(), "lab");
    return new Context(key, new Stored(client), now, now.plusSeconds(60), 0, "test");
  }

  /** A cache that has everything but Machines, which nobody has listed yet. */
  private record Stored(KubernetesClient client) implements Cache {

    @Override
    public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
      return list(kind).stream().filter(one -> Sightings.keyOf(one).equals(key)).findFirst();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Kind<T> kind) {
      var all = client.resources(kind.type()).inAnyNamespace();
      return kind.name().isEmpty()
          ? all.list().getItems()
          : all.withField("metadata.name", kind.name()).list().getItems();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
      return list(kind).stream()
          .filter(one -> Sightings.keyOf(one).namespace().equals(namespace))
          .toList();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
      throw new IllegalStateException("no index is asked for here");
    }
  }

  private void removeClusterApi() {
    var definition = client.apiextensions().v1().customResourceDefinitions().withName(DEFINITION);
    definition.delete();
    cluster.await().untilGone(definition);
  }

  private void apply(String yaml) {
    cluster.kubectlReading(yaml, "apply", "-f", "-").requireSuccess();
  }

  private void machine(String name, String address) {
    apply(
        """
        apiVersion: cluster.x-k8s.io/v1beta2
        kind: Machine
        metadata: {name: %s}
        spec: {clusterName: management}
        """
            .formatted(name));
    cluster
        .kubectl(
            "patch",
            DEFINITION,
            name,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"addresses\":[{\"type\":\"InternalIP\",\"address\":\"%s\"}]}}"
                .formatted(address))
        .requireSuccess();
  }

  private Resource<NetworkPool> lab() {
    return client.resources(NetworkPool.class).inNamespace(cluster.namespace()).withName("lab");
  }

  private static List<String> uses(NetworkPool pool) {
    return pool.getStatus() == null
        ? List.of("no status")
        : pool.getStatus().infrastructureAllocations().stream().map(use -> use.ip()).toList();
  }

  private void awaitUses(List<String> addresses) {
    cluster.await().until("it tells " + addresses, lab(), pool -> uses(pool).equals(addresses));
  }

  private Engine engine() {
    var engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    var machines = new Machines();
    engine.add("machines", machines.watches(), machines, ControllerSettings.DEFAULT);
    var reconciler = new InfrastructureReconciler(client, timeline, machines);
    return engine.add(
        "infrastructure", reconciler.watches(), reconciler, ControllerSettings.DEFAULT);
  }
}
