package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.ShortPauses;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Predicate;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What an order waits for before anything is made, on a real API server. */
@OnRealApiServer
class WatchedIT {

  private static final Instant NOW = Instant.parse("2040-01-02T12:00:00Z");

  @Test
  @DisplayName(
      "H19: Secret, claim, pool, config and image are watched; no look is due by the clock")
  void whateverAnOrderWaitsForBringsALookByItself(TestCluster cluster) {
    cluster.kubectl("delete", "butlerconfig", "butler", "--ignore-not-found");
    var clock = new SteppedTimeline(NOW);
    try (var pauses = new ShortPauses(clock);
        var yard = new Yard(cluster, pauses)) {
      order(yard);
      awaitReady(yard, clock, "CredentialsInvalid");

      cluster.kubectl("create", "secret", "generic", "lab", "--from-literal=a=b").requireSuccess();
      awaitReady(yard, clock, "NetworkNotReady");

      pool(yard);
      yard.status(
          "web",
          "{\"conditions\": [%s]}".formatted(Others.condition("NetworkReady", "True", "Told", "")));
      awaitOther(yard, clock, "NetworkNotReady");
      claim(yard);
      awaitReady(yard, clock, "NoImageFactory");

      cluster.kubectl("delete", "networkpool", "nodes").requireSuccess();
      awaitOther(yard, clock, "NoImageFactory");
      pool(yard);
      awaitReady(yard, clock, "NoImageFactory");

      yard.apply(
          """
          apiVersion: butler.butlerlabs.dev/v1alpha1
          kind: ButlerConfig
          metadata: {name: butler}
          spec: {imageFactory: {url: "https://factory.example.com"}}
          """);
      awaitReady(yard, clock, "ImageSyncPending");

      bring(yard);
      yard.place("web");
    } finally {
      cluster.kubectl("delete", "butlerconfig", "butler", "--ignore-not-found").requireSuccess();
    }
  }

  private static void order(Yard yard) {
    yard.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: lab}
        spec:
          provider: local
          credentialsRef: {name: lab, namespace: %s}
          network: {mode: ipam, poolRefs: [{name: nodes}]}
        """
            .formatted(yard.home()));
    yard.order("web");
    yard.letIn(
        "web",
        "v1.35.4",
        "{\"replicas\": 1, \"machineTemplate\": {\"os\": {\"type\": \"kairos\", \"schematicID\":"
            + " \"ce4c980550dd2ab1b17bbf2b08801c7eb59418eafe8f279833297925\"}}}");
  }

  private static void pool(Yard yard) {
    yard.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: NetworkPool
        metadata: {name: nodes}
        spec: {cidr: 10.40.0.0/24}
        """);
  }

  private static void claim(Yard yard) {
    yard.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: IPAllocation
        metadata: {name: web-nodes}
        spec:
          poolRef: {name: nodes}
          tenantClusterRef: {name: web, namespace: %s}
          type: nodes
        """
            .formatted(yard.home()));
    patch(
        yard,
        "ipallocation",
        "web-nodes",
        "{\"phase\": \"Allocated\", \"startAddress\": \"10.40.0.8\", \"endAddress\":"
            + " \"10.40.0.12\"}");
  }

  private static void bring(Yard yard) {
    var syncs = yard.admin.resources(ImageSync.class).inNamespace(yard.home());
    Await.untilTrue(
        "the image is ordered", Yard.PATIENCE, () -> !syncs.list().getItems().isEmpty());
    patch(
        yard,
        "imagesync",
        syncs.list().getItems().getFirst().getMetadata().getName(),
        "{\"phase\": \"Ready\", \"providerImageRef\": \"default/kairos\"}");
  }

  private static void patch(Yard yard, String kind, String name, String status) {
    yard.cluster
        .kubectl(
            "patch",
            kind,
            name,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\": %s}".formatted(status))
        .requireSuccess();
  }

  private static void awaitReady(Yard yard, SteppedTimeline clock, String reason) {
    await(yard, clock, "Ready is told as " + reason, reason::equals);
  }

  private static void awaitOther(Yard yard, SteppedTimeline clock, String reason) {
    await(yard, clock, "Ready is not told as " + reason, told -> !told.equals(reason));
  }

  /** Words are told some seconds apart; by the clock nothing else is done. */
  private static void await(
      Yard yard, SteppedTimeline clock, String what, Predicate<String> wanted) {
    Await.untilTrue(
        what,
        Yard.PATIENCE,
        () -> {
          clock.advance(Duration.ofMillis(100));
          return yard.condition("web", "Ready").map(Condition::reason).filter(wanted).isPresent();
        });
  }
}
