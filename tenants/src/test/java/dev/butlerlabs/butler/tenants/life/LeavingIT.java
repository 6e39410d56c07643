package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** How a cluster goes, on a real API server. */
@OnRealApiServer
class LeavingIT {

  @Test
  @DisplayName("H9, H22: addresses are let go only when no machine is left, and the wait is told")
  void addressesGoAfterTheMachines(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      claim(yard, "web-nodes", "nodes");
      claim(yard, "web-lb", "loadbalancer");
      yard.others.hold("Cluster", place, "web");
      yard.others.hold("Machine", place, "web-workers-0");

      yard.cluster("web").delete();
      yard.awaitPhase("web", Phase.DELETING);
      Await.untilTrue(
          "the Cluster is being deleted",
          Yard.PATIENCE,
          () ->
              yard.others
                      .find(Others.CAPI, "Cluster", place, "web")
                      .require()
                      .getMetadata()
                      .getDeletionTimestamp()
                  != null);
      yard.awaitTold(
          "the Cluster is awaited",
          "web",
          status -> status.cause() != null && status.cause().what().startsWith("Cluster "));
      assertThat(let(yard, "web-nodes")).isFalse();

      yard.others.release("Cluster", place, "web");
      yard.awaitTold(
          "the machine is awaited",
          "web",
          status -> status.cause() != null && status.cause().what().contains("web-workers-0"));
      assertThat(let(yard, "web-nodes")).isFalse();
      assertThat(yard.admin.namespaces().withName(place).require().isMarkedForDeletion()).isFalse();

      yard.others.find(Others.CAPI, "MachineDeployment", place, "web-workers").delete();
      yard.others.find(Others.CAPI, "Machine", place, "web-workers-0").delete();
      yard.others.release("Machine", place, "web-workers-0");
      Await.untilTrue(
          "both are let go", Yard.PATIENCE, () -> let(yard, "web-nodes") && let(yard, "web-lb"));
      awaitGone(yard, place);
    }
  }

  @Test
  @DisplayName("deletion goes on without the ProviderConfig")
  void goesWithoutItsProviderConfig(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      yard.cluster.kubectl("delete", "providerconfig", "lab").requireSuccess();
      yard.awaitReason("web", "Degraded", "ProviderConfigNotFound");

      yard.cluster("web").delete();
      clear(yard, place);

      awaitGone(yard, place);
    }
  }

  @Test
  @DisplayName("deletion goes on when a policy is broken and a quota was cut")
  void goesThoughNoRuleWouldLetItIn(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      var since = "\"lastTransitionTime\": \"2030-01-01T00:00:00Z\"";
      yard.status(
          "web",
          """
          {"conditions": [
            {"type": "PolicyCompliant", "status": "False", "reason": "VersionNotAllowed",
              "message": "v1.35.4 is no longer allowed", %1$s},
            {"type": "QuotaSatisfied", "status": "False", "reason": "QuotaExceeded",
              "message": "the team may have no cluster", %1$s}]}
          """
              .formatted(since));

      yard.cluster("web").delete();
      clear(yard, place);

      awaitGone(yard, place);
    }
  }

  @Test
  void orderThatWasNeverLetInGoesAtOnce(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      yard.order("web");
      yard.awaitPhase("web", Phase.PENDING);

      yard.cluster("web").delete();

      Await.untilTrue("it is gone", Yard.PATIENCE, () -> yard.cluster("web").get() == null);
    }
  }

  @Test
  void protectedClusterIsKeptUntilItIsNotProtected(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      yard.cluster
          .kubectl(
              "annotate", "tenantcluster", "web", "butler.butlerlabs.dev/deletion-protection=true")
          .requireSuccess();

      yard.cluster("web").delete();
      yard.awaitReason("web", "Ready", "DeletionProtected");
      assertThat(yard.others.find(Others.CAPI, "Cluster", place, "web").get()).isNotNull();

      yard.cluster
          .kubectl("annotate", "tenantcluster", "web", "butler.butlerlabs.dev/deletion-protection-")
          .requireSuccess();
      clear(yard, place);
      awaitGone(yard, place);
    }
  }

  @Test
  @DisplayName("H41: a restored order takes the parts its predecessor made, and makes none beside")
  void restoredOrderAdoptsWhatIsThere(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      var before = yard.cluster("web").require().getMetadata().getUid();
      yard.stop();
      yard.cluster("web").delete();
      yard.cluster
          .kubectl(
              "patch",
              "tenantcluster",
              "web",
              "--type=json",
              "-p",
              "[{\"op\": \"remove\", \"path\": \"/metadata/finalizers\"}]")
          .requireSuccess();
      Await.untilTrue("it is gone", Yard.PATIENCE, () -> yard.cluster("web").get() == null);

      yard.order("web");
      yard.letIn("web", "v1.35.4", "{\"replicas\": 1}");
      yard.open();
      var told = yard.awaitPhase("web", Phase.READY);

      assertThat(yard.cluster("web").require().getMetadata().getUid()).isNotEqualTo(before);
      assertThat(told.tenantNamespace()).isEqualTo(place);
      assertThat(
              yard.admin
                  .namespaces()
                  .withLabel("butler.butlerlabs.dev/source-namespace", yard.home())
                  .list()
                  .getItems())
          .hasSize(1);
    }
  }

  /** What Cluster API does when its Cluster goes. */
  private static void clear(Yard yard, String place) {
    Await.untilTrue(
        "the Cluster is gone",
        Yard.PATIENCE,
        () -> yard.others.find(Others.CAPI, "Cluster", place, "web").get() == null);
    yard.others.find(Others.CAPI, "MachineDeployment", place, "web-workers").delete();
    yard.others
        .machines(place, "web-workers")
        .forEach(name -> yard.others.find(Others.CAPI, "Machine", place, name).delete());
  }

  private static void awaitGone(Yard yard, String place) {
    Await.untilTrue("it is gone", Yard.PATIENCE, () -> yard.cluster("web").get() == null);
    assertThat(yard.admin.namespaces().withName(place).get()).isNull();
  }

  private static void claim(Yard yard, String name, String type) {
    yard.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: IPAllocation
        metadata: {name: %s}
        spec:
          poolRef: {name: lab}
          tenantClusterRef: {name: web, namespace: %s}
          type: %s
        """
            .formatted(name, yard.home(), type));
  }

  private static boolean let(Yard yard, String claim) {
    var status =
        yard.admin
            .resources(IPAllocation.class)
            .inNamespace(yard.home())
            .withName(claim)
            .require()
            .getStatus();
    return status != null && new Conditions(status.conditions()).holds("HolderGone");
  }
}
