package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.tenants.objects.plan.Marks;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.ShortPauses;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Instant;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A cluster from its order to Ready, on a real API server. */
@OnRealApiServer
class TenantClusterIT {

  private static final String PLANES = "controlplane.cluster.x-k8s.io/v1alpha1";
  private static final String LOCAL = "infrastructure.cluster.x-k8s.io/v1alpha1";

  @Test
  void nothingIsMadeOfAnOrderThatWasNotLetIn(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      yard.lab();
      yard.order("web");
      yard.awaitPhase("web", Phase.PENDING);
      yard.status(
          "web",
          """
          {"conditions": [{"type": "QuotaSatisfied", "status": "False", "reason": "QuotaExceeded",
            "message": "of 2 clusters 0 are left", "lastTransitionTime": "2030-01-01T00:00:00Z"}]}
          """);

      yard.awaitReason("web", "Ready", "QuotaExceeded");

      assertThat(Objects.requireNonNull(yard.told("web").cause()).what())
          .isEqualTo("of 2 clusters 0 are left");
      assertThat(yard.told("web").tenantNamespace()).isNull();
    }
  }

  /** And H31: what keeps the parts of one cluster apart from those of others. */
  @Test
  void orderThatWasLetInBecomesObjectsInItsOwnNamespace(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      yard.lab();
      yard.order("web");
      yard.letIn("web", "v1.35.4", "{\"replicas\": 2, \"machineTemplate\": {\"cpu\": 2}}");
      var place = yard.place("web");

      var uid = yard.cluster("web").require().getMetadata().getUid();
      assertThat(place).isEqualTo("web-" + uid.substring(0, 8));
      var labels = yard.admin.namespaces().withName(place).require().getMetadata().getLabels();
      assertThat(labels)
          .containsEntry("butler.butlerlabs.dev/source-namespace", yard.home())
          .containsEntry("butler.butlerlabs.dev/source-name", "web")
          .containsEntry("butler.butlerlabs.dev/tenant", "web")
          .containsEntry("pod-security.kubernetes.io/enforce", "baseline");
      yard.awaitThere(PLANES, "StewardControlPlane", place, "web");
      yard.awaitThere(LOCAL, "LocalCluster", place, "web");
      yard.awaitPhase("web", Phase.PROVISIONING);
      var wall = yard.admin.network().v1().networkPolicies().inNamespace(place).list().getItems();
      assertThat(Serialization.asYaml(wall.getFirst().getSpec()))
          .contains("butler.butlerlabs.dev/tenant", "DoesNotExist", "6443");
      var quota = yard.admin.resourceQuotas().inNamespace(place).list().getItems();
      assertThat(quota.getFirst().getSpec().getHard())
          .containsKeys("pods", "persistentvolumeclaims");
      var workers = yard.others.find(Others.CAPI, "MachineDeployment", place, "web-workers");
      assertThat(workers.get()).as("nobody could join yet").isNull();

      yard.others.serve(place, "web");
      yard.awaitThere(Others.CAPI, "MachineDeployment", place, "web-workers");
      var deployment = Others.tree(workers.require());
      assertThat(deployment.at("/spec/replicas").asInt()).isEqualTo(2);
      var template = deployment.at("/spec/template/spec/infrastructureRef/name").asText();
      assertThat(
              Others.tree(
                      yard.others.find(LOCAL, "LocalMachineTemplate", place, template).require())
                  .at("/spec/template/spec/capacity/cpu")
                  .asText())
          .isEqualTo("2");
    }
  }

  @Test
  void namespaceOfANamesakeWhoseUidBeginsAlikeIsLeftToIt(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      yard.lab();
      yard.order("web");
      var uid = yard.cluster("web").require().getMetadata().getUid();
      var taken = "web-" + uid.substring(0, 8);
      cluster
          .kubectlReading(
              """
              apiVersion: v1
              kind: Namespace
              metadata:
                name: %s
                labels:
                  butler.butlerlabs.dev/source-namespace: elsewhere
                  butler.butlerlabs.dev/source-name: web
                  %s: %s
              """
                  .formatted(taken, Marks.APPLIED_BY, Marks.TENANTS),
              "apply",
              "--server-side",
              "--field-manager=" + TenantReconciler.MANAGER.name(),
              "-f",
              "-")
          .requireSuccess();
      var before = yard.admin.namespaces().withName(taken).require().getMetadata();
      yard.stop();
      yard.open();
      yard.letIn("web", "v1.35.4", "{\"replicas\": 1}");

      var place = yard.place("web");

      assertThat(place).startsWith("web-").isNotEqualTo(taken);
      yard.awaitThere(PLANES, "StewardControlPlane", place, "web");
      assertThat(yard.admin.namespaces().withName(taken).require().getMetadata().getLabels())
          .isEqualTo(before.getLabels());
    }
  }

  @Test
  @DisplayName("H17, H20, H21: Ready is told when all of it is, with endpoint, version and workers")
  void clusterIsReadyWhenControlPlaneInfrastructureAndWorkersAre(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      yard.lab();
      yard.order("web");
      yard.letIn("web", "v1.35.4", "{\"replicas\": 2}");
      var place = yard.place("web");

      yard.others.plane(place, "web");
      yard.awaitTold(
          "the control plane is told",
          "web",
          status -> "192.0.2.10:6443".equals(status.controlPlaneEndpoint()));
      assertThat(yard.told("web").phase()).isEqualTo(Phase.PROVISIONING);
      yard.others.infrastructure(place, "web");
      yard.awaitWanted(place, "web", 2);
      yard.others.workers(place);
      var told = yard.awaitPhase("web", Phase.READY);

      assertThat(told.cause()).isNull();
      assertThat(told.workerNodesReady()).isEqualTo(2);
      assertThat(Yard.version(told)).isEqualTo("v1.35.4");
      assertThat(Yard.nodes(told)).containsExactly("web-workers-0", "web-workers-1");
      assertThat(told.observedGeneration()).isEqualTo(1);
      assertThat(yard.condition("web", "Degraded").orElseThrow().status()).isEqualTo(Truth.FALSE);
      Await.untilTrue(
          "it is counted",
          Yard.PATIENCE,
          () ->
              yard.meters.get("butler.tenant.clusters").tag("phase", "Ready").gauge().value() >= 1
                  && yard.meters.get("butler.tenant.cluster.ready").timer().count() == 1);
    }
  }

  @Test
  @DisplayName("H19: what is waited for is watched, so no clock has to move")
  void everythingIsSeenWhileTheClockStands(TestCluster cluster) {
    var clock = new SteppedTimeline(Instant.parse("2040-01-02T12:00:00Z"));
    try (var pauses = new ShortPauses(clock);
        var yard = new Yard(cluster, pauses)) {
      var place = yard.ready("web");

      yard.others.plane(place, "web", "v1.35.4", false);
      yard.awaitTold(
          "the control plane is told to be down",
          "web",
          status -> !new Conditions(status.conditions()).holds("ControlPlaneReady"));
      yard.others.plane(place, "web");
      yard.awaitPhase("web", Phase.READY);
      assertThat(clock.instant()).isEqualTo(Instant.parse("2040-01-02T12:00:00Z"));
    }
  }

  @Test
  @DisplayName("H5: when all workers are lost, Ready falls, and what nobody knows is Unknown")
  void lostWorkersAreTold(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");

      yard.others.machinesSay(place, "False");
      yard.awaitReason("web", "WorkersReady", "WorkersProvisioning");
      assertThat(yard.told("web").workerNodesReady()).isZero();
      assertThat(yard.condition("web", "Ready").orElseThrow().status()).isEqualTo(Truth.FALSE);
      assertThat(yard.condition("web", "Degraded").orElseThrow().status()).isEqualTo(Truth.TRUE);

      yard.others.machinesSay(place, "Unknown");
      yard.awaitReason("web", "WorkersReady", "WorkersUnknown");
      assertThat(yard.condition("web", "WorkersReady").orElseThrow().status())
          .isEqualTo(Truth.UNKNOWN);

      yard.others.machinesSay(place, "True");
      yard.awaitPhase("web", Phase.READY);
    }
  }

  @Test
  void moreWorkersAreOrderedAndTold(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");

      yard.letIn("web", "v1.35.4", "{\"replicas\": 3}");
      Await.untilTrue("three are ordered", Yard.PATIENCE, () -> replicas(yard, place) == 3);
      yard.awaitReason("web", "WorkersReady", "WorkersProvisioning");
      yard.others.workers(place);

      assertThat(yard.awaitPhase("web", Phase.READY).workerNodesReady()).isEqualTo(3);
    }
  }

  @Test
  @DisplayName("H16: growth beyond a limit is told of the cluster that stays as it was")
  void refusedGrowthIsTold(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");

      cluster
          .kubectl(
              "patch",
              "tenantcluster",
              "web",
              "--type=merge",
              "-p",
              "{\"spec\": {\"workers\": {\"replicas\": 9}}}")
          .requireSuccess();
      yard.status(
          "web",
          "{\"conditions\": [%s]}"
              .formatted(
                  Others.condition(
                      "QuotaSatisfied", "False", "QuotaExceeded", "8 nodes more are wanted")));
      yard.awaitReason("web", "Degraded", "QuotaExceeded");
      var told = yard.awaitTold("why is told", "web", status -> status.cause() != null);

      assertThat(told.phase()).isEqualTo(Phase.READY);
      assertThat(Objects.requireNonNull(told.cause()).what()).contains("8 nodes more are wanted");
      assertThat(yard.condition("web", "Ready").orElseThrow().status()).isEqualTo(Truth.TRUE);
      assertThat(replicas(yard, place)).isEqualTo(1);
    }
  }

  @Test
  void restartTakesBackNothingThatWasTold(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      var ready = yard.condition("web", "Ready").orElseThrow();
      var degraded = yard.condition("web", "Degraded").orElseThrow();

      yard.stop();
      yard.letIn("web", "v1.35.4", "{\"replicas\": 1, \"machineTemplate\": {\"cpu\": 2}}");
      yard.open();
      yard.awaitPhase("web", Phase.UPDATING);

      assertThat(yard.condition("web", "Ready").orElseThrow().lastTransitionTime())
          .isEqualTo(ready.lastTransitionTime());
      assertThat(yard.condition("web", "Degraded").orElseThrow().lastTransitionTime())
          .isEqualTo(degraded.lastTransitionTime());
      assertThat(yard.told("web").tenantNamespace()).isEqualTo(place);
    }
  }

  private static int replicas(Yard yard, String place) {
    return Others.tree(
            yard.others.find(Others.CAPI, "MachineDeployment", place, "web-workers").require())
        .at("/spec/replicas")
        .asInt();
  }
}
