package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.testkit.CrashMatrix;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * The life of a control plane with every call broken in every way; its pods are played by hand.
 *
 * <p>Usually a part of the matrix is drawn, by a seed that a failure tells; {@code
 * -Dbutler.faults=all} tries all of it. Deletion is tried whole by {@link TenantControlPlaneIT}.
 */
@OnRealApiServer
class EveryFaultIT {

  private static final int CELLS = 5;

  @Test
  void creationEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, List.of(spec("v1.36.3", 2)), "Ready");
  }

  @Test
  void fallingAsleepEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, List.of(spec("v1.36.3", 2), spec("v1.36.3", 0)), "Sleeping");
  }

  @Test
  void wakingEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, List.of(spec("v1.36.3", 2), spec("v1.36.3", 0), spec("v1.36.3", 1)), "Ready");
  }

  @Test
  void upgradeEndsTheSameWhateverBreaks(TestCluster cluster) {
    play(cluster, List.of(spec("v1.35.4", 2), spec("v1.36.3", 2)), "Ready");
  }

  private static String spec(String version, int replicas) {
    return """
        dataStore: default
        kubernetes: {version: %s, kubelet: {}}
        controlPlane: {deployment: {replicas: %d}, service: {serviceType: ClusterIP}}
        """
        .formatted(version, replicas);
  }

  private static void play(TestCluster cluster, List<String> specs, String phase) {
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
    var story = new Life(cluster.client(WireFormat.serialization()), specs, phase);
    var matrix =
        CrashMatrix.of(cluster, story)
            .with(WireFormat.serialization())
            .readsToo()
            .faults(Fault.KILL_BEFORE, Fault.KILL_AFTER, Fault.AFTER_COMMIT, Fault.CONFLICT);
    var all = "all".equals(System.getProperty("butler.faults"));
    var outcome = (all ? matrix : matrix.sample(new Random().nextLong(), CELLS)).run();
    System.out.println(outcome);
    assertThat(outcome.cells()).isPositive();
  }

  /** All orders but the last are carried out undisturbed. */
  private static final class Life implements Story {

    private final KubernetesClient hand;
    private final List<String> specs;
    private final String phase;
    private final InMemoryStorage storage = new InMemoryStorage(World.STORE, "etcd:2379");

    Life(KubernetesClient hand, List<String> specs, String phase) {
      this.hand = hand;
      this.specs = specs;
      this.phase = phase;
    }

    @Override
    public void arrange(KubernetesClient admin, String namespace) {
      var plane = new TenantControlPlane();
      plane.getMetadata().setName("shop");
      plane.getMetadata().setNamespace(namespace);
      plane.setSpec(Planes.spec(specs.getFirst()));
      hand.resource(plane).create();
      for (var spec : specs.subList(1, specs.size())) {
        settle(hand, namespace);
        planes(namespace)
            .edit(
                stored -> {
                  stored.setSpec(Planes.spec(spec));
                  return stored;
                });
      }
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      settle(process.client(), namespace);
    }

    /** Two runs, and pods that become ready between them: a third could hide a lost write. */
    private void settle(KubernetesClient client, String namespace) {
      var operator = new Operator(client, client, storage, new Operator.Patient());
      for (var round = 0; round < 2; round++) {
        if (operator.reconcile(namespace, "shop") instanceof Outcome.Failed(_, var problem)) {
          throw new IllegalStateException(problem.sentence());
        }
        rollOut(namespace);
      }
    }

    private void rollOut(String namespace) {
      var deployment = hand.apps().deployments().inNamespace(namespace).withName("shop").require();
      var pods = deployment.getSpec().getReplicas();
      deployment.setStatus(
          new DeploymentStatusBuilder()
              .withObservedGeneration(deployment.getMetadata().getGeneration())
              .withReplicas(pods)
              .withUpdatedReplicas(pods)
              .withReadyReplicas(pods)
              .withAvailableReplicas(pods)
              .build());
      hand.resource(deployment).updateStatus();
    }

    @Override
    public String endState(KubernetesClient admin, String namespace) {
      var lines = new ArrayList<String>();
      var mounted = new ArrayList<String>();
      for (var secret :
          hand.secrets().inNamespace(namespace).withLabel(Marks.NAME, "shop").list().getItems()) {
        lines.add(secret.getMetadata().getName() + new TreeSet<>(secret.getData().keySet()));
        mounted.add(secret.getMetadata().getAnnotations().get(Marks.CHECKSUM));
      }
      var deployment = hand.apps().deployments().inNamespace(namespace).withName("shop").require();
      var template = deployment.getSpec().getTemplate();
      template
          .getMetadata()
          .getLabels()
          .forEach(
              (label, sum) ->
                  lines.add(
                      label.startsWith(Marks.MOUNTED)
                          ? label + " as stored: " + mounted.contains(sum)
                          : label));
      lines.add(template.getSpec().getContainers().getFirst().getImage());
      lines.add("replicas: " + deployment.getSpec().getReplicas());
      lines.addAll(told(namespace));
      return String.join("\n", lines);
    }

    private List<String> told(String namespace) {
      var plane = planes(namespace).require();
      var status = Objects.requireNonNull(plane.getStatus());
      var objects = Objects.requireNonNull(status.kubernetesResources());
      var lines = new ArrayList<String>();
      lines.add("finalizers: " + plane.getMetadata().getFinalizers());
      lines.add("version: " + objects.version());
      status.conditions().forEach(one -> lines.add(one.type() + one.status() + one.message()));
      assertThat(String.valueOf(objects.version()).toUpperCase(Locale.ROOT))
          .contains(phase.toUpperCase(Locale.ROOT));
      return lines;
    }

    private Resource<TenantControlPlane> planes(String namespace) {
      return hand.resources(TenantControlPlane.class).inNamespace(namespace).withName("shop");
    }
  }
}
