package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What an edit of a running cluster does, on a real API server. */
@OnRealApiServer
class ChangesIT {

  private static final String PLANES = "controlplane.cluster.x-k8s.io/v1alpha1";
  private static final String LOCAL = "infrastructure.cluster.x-k8s.io/v1alpha1";

  @Test
  @DisplayName("H2: control plane first, workers when it serves, and a restart in between")
  void upgradeGoesInOrderAndSurvivesARestart(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");

      yard.letIn("web", "v1.36.3", "{\"replicas\": 1}");
      awaitPlane(yard, place, "v1.36.3");
      yard.awaitPhase("web", Phase.UPDATING);
      yard.others.plane(place, "web", "", true);
      yard.stop();
      yard.open();
      yard.awaitTold("no version runs everywhere", "web", status -> Yard.version(status).isEmpty());
      assertThat(version(yard, place)).isEqualTo("v1.35.4");

      yard.others.plane(place, "web");
      Await.untilTrue(
          "workers follow", Yard.PATIENCE, () -> version(yard, place).equals("v1.36.3"));
      yard.others.workers(place);
      var told = yard.awaitPhase("web", Phase.READY);

      assertThat(Yard.version(told)).isEqualTo("v1.36.3");
      Await.untilTrue(
          "its time is told",
          Yard.PATIENCE,
          () -> yard.meters.get("butler.tenant.cluster.upgrade").timer().count() == 1);
    }
  }

  @Test
  @DisplayName("H2: a version that is refused is told, and the cluster stays Ready")
  void tooFarIsRefused(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");

      yard.letIn("web", "v1.37.0", "{\"replicas\": 1}");
      yard.awaitReason("web", "Degraded", "UpgradeRefused");
      var told = yard.awaitTold("why is told", "web", status -> status.cause() != null);

      assertThat(plane(yard, place)).isEqualTo("v1.35.4");
      assertThat(told.phase()).isEqualTo(Phase.READY);
      assertThat(Objects.requireNonNull(told.cause()).reason()).isEqualTo("UpgradeRefused");
      var ready = yard.condition("web", "Ready").orElseThrow();
      assertThat(ready.status()).isEqualTo(Truth.TRUE);
      assertThat(ready.message()).isEmpty();

      yard.letIn("web", "v1.35.4", "{\"replicas\": 1}");
      yard.awaitTold("nothing is refused any more", "web", status -> status.cause() == null);
    }
  }

  @Test
  @DisplayName("H7: another size is another template; the old one goes when its machines have")
  void otherSizeIsAnotherTemplate(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      var before = template(yard, place);

      yard.letIn("web", "v1.35.4", "{\"replicas\": 1, \"machineTemplate\": {\"cpu\": 8}}");
      Await.untilTrue(
          "another template", Yard.PATIENCE, () -> !template(yard, place).equals(before));
      yard.others.rolled(place, "web-workers", 2, 1);
      yard.awaitPhase("web", Phase.UPDATING);
      assertThat(templates(yard, place)).hasSize(2).contains(before);

      yard.others.workers(place);
      yard.awaitPhase("web", Phase.READY);
      Await.untilTrue(
          "the old one is gone",
          Yard.PATIENCE,
          () -> templates(yard, place).equals(List.of(template(yard, place))));
      // The same amount in other words is the same machine.
      yard.letIn(
          "web",
          "v1.35.4",
          "{\"replicas\": 1, \"machineTemplate\": {\"cpu\": 8, \"memory\": \"16384Mi\"}}");
      yard.letIn(
          "web",
          "v1.35.4",
          "{\"replicas\": 2, \"machineTemplate\": {\"cpu\": 8, \"memory\": \"16384Mi\"}}");
      yard.awaitReason("web", "WorkersReady", "WorkersProvisioning");
      assertThat(templates(yard, place)).hasSize(1);
    }
  }

  @Test
  @DisplayName("H6: names in the certificate and the data store reach a running control plane")
  void editsReachTheControlPlane(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");

      yard.apply(
          """
          apiVersion: butler.butlerlabs.dev/v1alpha1
          kind: TenantCluster
          metadata: {name: web}
          spec:
            kubernetesVersion: v1.35.4
            workers: {replicas: 1}
            controlPlane: {replicas: 3, certSANs: [api.example.com]}
          """);
      Await.untilTrue(
          "it is told",
          Yard.PATIENCE,
          () ->
              planeSpec(yard, place).at("/network/certSANs/0").asText().equals("api.example.com"));

      assertThat(planeSpec(yard, place).path("replicas").asInt()).isEqualTo(3);
    }
  }

  @Test
  @DisplayName("H6: another way in is for new clusters; none that runs moves its endpoint")
  void wayInStaysWhenThePlatformSaysAnother(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      yard.status(
          "web", "{\"effective\": {\"controlPlaneExposure\": {\"mode\": \"LoadBalancer\"}}}");
      var before = planeSpec(yard, place);

      yard.apply(
          """
          apiVersion: butler.butlerlabs.dev/v1alpha1
          kind: ButlerConfig
          metadata: {name: butler}
          spec: {controlPlaneExposure: {mode: Gateway, hostname: "*.x.org", gatewayRef: a/b}}
          """);
      yard.awaitTold(
          "it is told to stay",
          "web",
          status ->
              new Conditions(status.conditions())
                  .find("ControlPlaneReady")
                  .filter(said -> said.message().contains("is for new clusters"))
                  .isPresent());
      assertThat(planeSpec(yard, place)).isEqualTo(before);
      assertThat(yard.told("web").phase()).isEqualTo(Phase.READY);

      yard.order("late");
      yard.status(
          "late",
          "{\"effective\": {\"controlPlaneExposure\": {\"mode\": \"Gateway\", \"hostname\": \"*.x.org\", \"gatewayRef\": \"a/b\"}}}");
      yard.letIn("late", "v1.35.4", "{\"replicas\": 1}");
      var plane = yard.others.find(PLANES, "StewardControlPlane", yard.place("late"), "late");
      assertThat(Others.tree(plane.require()).at("/spec/network/gateway/hostname").asText())
          .endsWith(".x.org");
    } finally {
      cluster.kubectl("delete", "butlerconfig", "butler", "--ignore-not-found").requireSuccess();
    }
  }

  @Test
  void whatSomebodyEditsByHandIsPutRight(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");

      yard.cluster
          .kubectl(
              "patch",
              "machinedeployments.cluster.x-k8s.io",
              "web-workers",
              "-n",
              place,
              "--type=merge",
              "-p",
              "{\"spec\":{\"replicas\":5}}")
          .requireSuccess();

      Await.untilTrue("one again", Yard.PATIENCE, () -> replicas(yard, place) == 1);
    }
  }

  @Test
  void poolThatIsTakenOutGoes(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      yard.status(
          "web", "{\"effective\": {\"workerPools\": [{\"name\": \"gpu\", \"replicas\": 1}]}}");
      yard.awaitThere(Others.CAPI, "MachineDeployment", place, "web-gpu");
      yard.awaitThere(Others.CAPI, "MachineHealthCheck", place, "web-gpu");

      yard.status("web", "{\"effective\": {\"workerPools\": null}}");

      Await.untilTrue(
          "it is gone",
          Yard.PATIENCE,
          () ->
              yard.others.find(Others.CAPI, "MachineDeployment", place, "web-gpu").get() == null
                  && yard.others.find(Others.CAPI, "MachineHealthCheck", place, "web-gpu").get()
                      == null);
      assertThat(yard.others.find(Others.CAPI, "MachineDeployment", place, "web-workers").get())
          .isNotNull();
    }
  }

  private static void awaitPlane(Yard yard, String place, String version) {
    Await.untilTrue(
        "the control plane is ordered in " + version,
        Yard.PATIENCE,
        () -> plane(yard, place).equals(version));
  }

  private static String plane(Yard yard, String place) {
    return planeSpec(yard, place).path("version").asText();
  }

  private static JsonNode planeSpec(Yard yard, String place) {
    return Others.tree(yard.others.find(PLANES, "StewardControlPlane", place, "web").require())
        .path("spec");
  }

  private static JsonNode deployment(Yard yard, String place) {
    return Others.tree(
        yard.others.find(Others.CAPI, "MachineDeployment", place, "web-workers").require());
  }

  private static String version(Yard yard, String place) {
    return deployment(yard, place).at("/spec/template/spec/version").asText();
  }

  private static int replicas(Yard yard, String place) {
    return deployment(yard, place).at("/spec/replicas").asInt();
  }

  private static String template(Yard yard, String place) {
    return deployment(yard, place).at("/spec/template/spec/infrastructureRef/name").asText();
  }

  private static List<String> templates(Yard yard, String place) {
    return yard
        .admin
        .genericKubernetesResources(LOCAL, "LocalMachineTemplate")
        .inNamespace(place)
        .list()
        .getItems()
        .stream()
        .map(one -> one.getMetadata().getName())
        .toList();
  }
}
