package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.providers.local.infrastructure.LocalInfrastructure;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.CrashMatrix;
import dev.butlerlabs.butler.testkit.EndState;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever call breaks, a cluster ends with the same objects, and goes without a trace.
 *
 * <p>Usually a part of the matrix is drawn, by a seed that a failure tells; {@code
 * -Dbutler.faults=all} plays all of it.
 */
@OnRealApiServer
class EveryFaultIT {

  private static final int CELLS = 3;
  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  @Test
  void clusterIsMadeWhateverBreaks(TestCluster cluster) {
    var outcome = play(cluster, new Making(new Stage(cluster)));

    assertThat(outcome.calls()).hasSizeGreaterThan(10);
  }

  @Test
  void clusterGoesWhateverBreaks(TestCluster cluster) {
    var outcome = play(cluster, new Going(new Stage(cluster)));

    assertThat(outcome.calls()).hasSizeGreaterThan(8);
  }

  private static CrashMatrix.Outcome play(TestCluster cluster, Story story) {
    var matrix =
        CrashMatrix.of(cluster, story)
            .with(WireFormat.serialization())
            .readsToo()
            .faults(Fault.KILL_BEFORE, Fault.KILL_AFTER, Fault.AFTER_COMMIT, Fault.CONFLICT);
    var all = "all".equals(System.getProperty("butler.faults"));
    var outcome = (all ? matrix : matrix.sample(new Random().nextLong(), CELLS)).run();
    System.out.println(outcome);
    return outcome;
  }

  /** From an order that was let in to a cluster in use. */
  private record Making(Stage stage) implements Story {

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      stage.order(namespace);
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      var hand = new Hand(stage.admin, process.client());
      hand.reconcile(namespace);
      var place = stage.place(namespace);
      stage.others.serve(place, "web");
      hand.reconcile(namespace);
      stage.others.workers(place);
      hand.reconcile(namespace);
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      var place = stage.place(namespace);
      var objects =
          EndState.of(
              stage.cluster.client(),
              place,
              "cluster.x-k8s.io/v1beta2/Cluster",
              "cluster.x-k8s.io/v1beta2/MachineDeployment",
              "cluster.x-k8s.io/v1beta2/MachineHealthCheck",
              "bootstrap.cluster.x-k8s.io/v1beta2/KubeadmConfigTemplate",
              "controlplane.cluster.x-k8s.io/v1alpha1/StewardControlPlane",
              "infrastructure.cluster.x-k8s.io/v1alpha1/LocalCluster",
              "infrastructure.cluster.x-k8s.io/v1alpha1/LocalMachineTemplate",
              "networking.k8s.io/v1/NetworkPolicy",
              "v1/ResourceQuota");
      var status = Objects.requireNonNull(stage.cluster(namespace).getStatus());
      return plain(
          objects + status.phase() + status.conditions() + status.observedState(),
          place,
          namespace);
    }
  }

  /** From a cluster in use to nothing. */
  private record Going(Stage stage) implements Story {

    @Override
    public void arrange(KubernetesClient ignored, String namespace) {
      stage.order(namespace);
      var hand = new Hand(stage.admin, stage.admin);
      hand.reconcile(namespace);
      stage.others.serve(stage.place(namespace), "web");
      hand.reconcile(namespace);
      stage.others.workers(stage.place(namespace));
      hand.reconcile(namespace);
      stage.claim(namespace);
      stage.admin.resource(stage.cluster(namespace)).delete();
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      var hand = new Hand(stage.admin, process.client());
      for (var look = 0; look < 10 && !hand.leave(namespace); look++) {
        stage.clear(namespace);
      }
    }

    @Override
    public String endState(KubernetesClient ignored, String namespace) {
      return "orders: %d, namespaces: %d, addresses let go: %s"
          .formatted(
              stage
                  .admin
                  .resources(TenantCluster.class)
                  .inNamespace(namespace)
                  .list()
                  .getItems()
                  .size(),
              stage
                  .admin
                  .namespaces()
                  .withLabel("butler.butlerlabs.dev/source-namespace", namespace)
                  .list()
                  .getItems()
                  .size(),
              EndState.of(
                      stage.cluster.client(),
                      namespace,
                      "butler.butlerlabs.dev/v1alpha1/IPAllocation")
                  .contains("HolderGone"));
    }
  }

  private static String plain(String text, String place, String namespace) {
    return text.replace(place, "{place}")
        .replace(namespace, "{namespace}")
        .replaceAll("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", "{uid}");
  }

  /** What is there before a process starts, and what others do. */
  private static final class Stage {

    private final TestCluster cluster;
    private final KubernetesClient admin;
    private final Others others;

    private Stage(TestCluster cluster) {
      Yard.install(cluster);
      this.cluster = cluster;
      this.admin = cluster.client(WireFormat.serialization());
      this.others = new Others(admin);
    }

    private void order(String namespace) {
      apply(
          namespace,
          """
          apiVersion: butler.butlerlabs.dev/v1alpha1
          kind: ProviderConfig
          metadata: {name: lab}
          spec: {provider: local}
          ---
          apiVersion: butler.butlerlabs.dev/v1alpha1
          kind: TenantCluster
          metadata: {name: web}
          spec: {kubernetesVersion: v1.36.3, workers: {replicas: 1}}
          """);
      cluster
          .kubectl(
              "patch",
              "tenantcluster",
              "web",
              "-n",
              namespace,
              "--subresource=status",
              "--type=merge",
              "-p",
              """
              {"status": {"effective": {"kubernetesVersion": "v1.36.3", "workers": {"replicas": 1},
                "providerConfigRef": {"name": "lab", "namespace": "%s"}}}}
              """
                  .formatted(namespace))
          .requireSuccess();
    }

    private void claim(String namespace) {
      apply(
          namespace,
          """
          apiVersion: butler.butlerlabs.dev/v1alpha1
          kind: IPAllocation
          metadata: {name: web}
          spec:
            poolRef: {name: lab}
            tenantClusterRef: {name: web, namespace: %s}
            type: nodes
          """
              .formatted(namespace));
    }

    private void apply(String namespace, String yaml) {
      cluster.kubectlReading(yaml, "apply", "-n", namespace, "-f", "-").requireSuccess();
    }

    private TenantCluster cluster(String namespace) {
      return admin.resources(TenantCluster.class).inNamespace(namespace).withName("web").require();
    }

    private String place(String namespace) {
      return "web-" + cluster(namespace).getMetadata().getUid().substring(0, 8);
    }

    /** What Cluster API and Kubernetes do when something goes. */
    private void clear(String namespace) {
      var left = admin.resources(TenantCluster.class).inNamespace(namespace).withName("web").get();
      if (left == null) {
        return;
      }
      var place = place(namespace);
      if (others.find(Others.CAPI, "Cluster", place, "web").get() == null) {
        others.find(Others.CAPI, "MachineDeployment", place, "web-workers").delete();
        others
            .machines(place, "web-workers")
            .forEach(name -> others.find(Others.CAPI, "Machine", place, name).delete());
      }
      var there = admin.namespaces().withName(place).get();
      if (there != null && there.isMarkedForDeletion()) {
        Await.untilTrue(
            "the namespace is gone",
            Yard.PATIENCE,
            () -> admin.namespaces().withName(place).get() == null);
      }
    }
  }

  /** The engine, turned by hand. */
  private static final class Hand {

    private final KubernetesClient admin;
    private final StoredCache cache;
    private final PatchedFinalizers finalizers;
    private final TenantReconciler reconciler;
    private final ClusterApi clusterApi = new ClusterApi();

    private Hand(KubernetesClient admin, KubernetesClient process) {
      this.admin = admin;
      this.cache = new StoredCache(admin);
      this.finalizers = new PatchedFinalizers(process);
      this.reconciler =
          new TenantReconciler(
              process,
              clusterApi,
              new Accounts(),
              Map.of(ProviderType.LOCAL, new LocalInfrastructure()),
              "test",
              InstantSource.fixed(NOW));
      for (var served : clusterApi.served()) {
        var definitions = admin.apiextensions().v1().customResourceDefinitions();
        served.reconcile(definitions.withName(served.name()).require(), context(""));
      }
    }

    private void reconcile(String namespace) {
      var cluster = find(namespace);
      if (!cluster.hasFinalizer(reconciler.finalizer())) {
        finalizers.add(cluster, reconciler.finalizer());
      }
      // The second look finds the namespace that the first one made.
      for (var look = 0; look < 2; look++) {
        if (reconciler.reconcile(find(namespace), context(namespace))
            instanceof Outcome.Failed(var reason, var problem)) {
          throw new IllegalStateException(reason + ": " + problem.sentence());
        }
      }
    }

    private TenantCluster find(String namespace) {
      return admin.resources(TenantCluster.class).inNamespace(namespace).withName("web").require();
    }

    /** Whether it is gone. */
    private boolean leave(String namespace) {
      var cluster =
          admin.resources(TenantCluster.class).inNamespace(namespace).withName("web").get();
      if (cluster == null) {
        return true;
      }
      return switch (reconciler.cleanup(cluster, context(namespace))) {
        case Cleanup.Done() -> {
          finalizers.remove(cluster, reconciler.finalizer());
          yield true;
        }
        case Cleanup.Unfinished(Outcome.Failed(var reason, var problem)) ->
            throw new IllegalStateException(reason + ": " + problem.sentence());
        case Cleanup.Unfinished _ -> false;
      };
    }

    private Context context(String namespace) {
      return new Context(
          new ObjectKey(namespace, "web"), cache, NOW, NOW.plus(Duration.ofMinutes(1)), 0, "test");
    }
  }
}
