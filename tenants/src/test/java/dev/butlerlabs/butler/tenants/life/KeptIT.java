package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.Chosen;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.ShortPauses;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.Namespace;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Deleted clusters that can be had back for a while, on a real API server. */
@OnRealApiServer
class KeptIT {

  private static final String UNTIL = "butler.butlerlabs.dev/kept-until";

  @Test
  void deletedClusterSleepsAndIsHadBackFromItsRecord(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      var uid = uid(yard);
      claim(yard, uid);
      annotate(yard, "72h");

      yard.cluster("web").delete();
      yard.awaitWanted(place, "web", 0);
      assertThat(patience(yard, place)).as("its pods are waited for").isEqualTo(600);
      yard.awaitTold(
          "the moment when it is final is told",
          "web",
          status ->
              message(status.conditions())
                  .matches(".*can be had back until .*: 1 machines are still there.*"));
      yard.others.workers(place);
      stop(yard, place);
      awaitGone(yard);

      assertThat(kept(yard, place)).isNotEmpty();
      assertThat(namespace(yard, place).getMetadata().getAnnotations().get(Chosen.NOTE))
          .as("whoever has it back is given what was chosen for it")
          .contains("v1.35.4", "providerConfigRef");
      assertThat(yard.others.find(Others.CAPI, "Cluster", place, "web").require())
          .matches(one -> !one.isMarkedForDeletion());
      assertThat(holder(yard).orElseThrow())
          .matches(said -> said.status() == Truth.FALSE && said.reason().equals("Kept"))
          .matches(said -> said.message().contains(kept(yard, place)));

      var record = record(yard, place);
      assertThat(record).contains("butler.butlerlabs.dev/undelete", uid, "v1.35.4");
      yard.apply(record);
      yard.letIn("web", "v1.35.4", "{\"replicas\": 1}");
      awaitPlane(yard, place, "2");
      yard.others.serve(place, "web");
      yard.awaitWanted(place, "web", 1);
      yard.others.workers(place);
      assertThat(patience(yard, place)).as("as long as it takes").isZero();
      var told = yard.awaitPhase("web", Phase.READY);

      assertThat(told.tenantNamespace()).isEqualTo(place);
      assertThat(uid(yard)).isNotEqualTo(uid);
      assertThat(namespace(yard, place).getMetadata().getLabels())
          .doesNotContainKey("butler.butlerlabs.dev/kept");
      assertThat(
              yard.admin.configMaps().inNamespace(yard.home()).withName("deleted-" + place).get())
          .isNull();
    }
  }

  @Test
  void namesakeGetsAClusterOfItsOwnAndGoesWithoutTouchingWhatIsKept(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = keep(yard);

      yard.order("web");
      yard.letIn("web", "v1.35.4", "{\"replicas\": 1}");
      var other = yard.place("web");
      assertThat(other).isNotEqualTo(place);
      yard.cluster("web").delete();
      clear(yard, other);
      awaitGone(yard);

      assertThat(namespace(yard, place).isMarkedForDeletion()).isFalse();
      assertThat(kept(yard, place)).isNotEmpty();
    }
  }

  /** The recorded line that has it back, applied to a namesake that was made meanwhile. */
  @Test
  void clusterThatWasMadeAnewIsToldThatItTakesNothingUpAndWhatIsKeptEndsInTime(
      TestCluster cluster) {
    var clock = clock(cluster);
    try (var pauses = new ShortPauses(clock);
        var yard = new Yard(cluster, pauses)) {
      var place = keep(yard);
      var uid =
          namespace(yard, place)
              .getMetadata()
              .getLabels()
              .getOrDefault("butler.butlerlabs.dev/kept", "");
      yard.order("web");
      yard.letIn("web", "v1.35.4", "{\"replicas\": 1}");
      var other = yard.place("web");

      note(yard, "undelete", uid);
      yard.awaitReason("web", "Degraded", "UndeleteTooLate");
      assertThat(yard.told("web").tenantNamespace()).isEqualTo(other);
      assertThat(kept(yard, place)).isNotEmpty();

      clock.advance(Duration.ofHours(80));
      Await.untilTrue(
          "its time is over, whoever names it",
          Yard.PATIENCE,
          () -> kept(yard, place).equals("over"));
      assertThat(namespace(yard, other).isMarkedForDeletion()).isFalse();
    }
  }

  @Test
  void whoNamesNothingThatIsKeptGetsNoEmptyClusterInItsStead(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = keep(yard);

      undelete(yard, "11111111-2222-3333-4444-555555555555");
      yard.letIn("web", "v1.35.4", "{\"replicas\": 1}");
      yard.awaitReason("web", "Ready", "NothingToUndelete");

      assertThat(yard.told("web").tenantNamespace()).isNull();
      assertThat(kept(yard, place)).isNotEmpty();
    }
  }

  @Test
  void whoSaysInNoReadableWordsHowLongIsToldSoAndKeepsEverything(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      annotate(yard, "3 days");

      yard.cluster("web").delete();
      yard.awaitTold(
          "it is told that nobody can read it",
          "web",
          status -> message(status.conditions()).contains("says '3 days', which is no span"));
      assertThat(yard.others.find(Others.CAPI, "Cluster", place, "web").require())
          .matches(one -> !one.isMarkedForDeletion());

      annotate(yard, "72h");
      yard.awaitWanted(place, "web", 0);
    }
  }

  @Test
  void whenTheTimeIsOverItGoesForGoodAndItsAddressesAfterIt(TestCluster cluster) {
    var clock = clock(cluster);
    try (var pauses = new ShortPauses(clock);
        var yard = new Yard(cluster, pauses)) {
      var place = keep(yard, "load-balancers");

      clock.advance(Duration.ofHours(71));
      assertThat(namespace(yard, place).isMarkedForDeletion()).isFalse();
      assertThat(holder(yard).orElseThrow().status()).isEqualTo(Truth.FALSE);
      yard.others.hold("Cluster", place, "web");
      clock.advance(Duration.ofHours(2));
      Await.untilTrue(
          "its Cluster is being deleted",
          Yard.PATIENCE,
          () ->
              yard.others
                  .find(Others.CAPI, "Cluster", place, "web")
                  .require()
                  .isMarkedForDeletion());
      assertThat(kept(yard, place)).isEqualTo("over");
      assertThat(holder(yard).orElseThrow().status()).isEqualTo(Truth.FALSE);

      yard.others.find(Others.CAPI, "MachineDeployment", place, "web-workers").delete();
      yard.others.release("Cluster", place, "web");
      Await.untilTrue(
          "the namespace is gone",
          Yard.PATIENCE,
          () -> yard.admin.namespaces().withName(place).get() == null);
      assertThat(holder(yard).orElseThrow().status()).isEqualTo(Truth.TRUE);
      assertThat(yard.admin.events().v1().events().inNamespace(yard.home()).list().getItems())
          .as("whoever pays for it is told")
          .anyMatch(
              one ->
                  "DrainIncomplete".equals(one.getReason())
                      && one.getNote().contains("may be left on its platform"));
      assertThat(
              yard.admin.configMaps().inNamespace(yard.home()).withName("deleted-" + place).get())
          .isNull();
    }
  }

  @Test
  void orderThatGoesBeforeItTookAnythingUpTakesNothingAway(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = keep(yard);
      undelete(
          yard,
          namespace(yard, place)
              .getMetadata()
              .getLabels()
              .getOrDefault("butler.butlerlabs.dev/kept", ""));
      yard.awaitPhase("web", Phase.PENDING);

      yard.cluster("web").delete();
      awaitGone(yard);

      assertThat(kept(yard, place)).isNotEmpty();
      assertThat(yard.others.find(Others.CAPI, "Cluster", place, "web").require())
          .matches(one -> !one.isMarkedForDeletion());
    }
  }

  /** It waits for its turn; time is no reason to take away what it will have. */
  @Test
  void whatSomebodyAsksForStaysUntilItIsTaken(TestCluster cluster) {
    var clock = clock(cluster);
    try (var pauses = new ShortPauses(clock);
        var yard = new Yard(cluster, pauses)) {
      var place = keep(yard);
      undelete(
          yard,
          namespace(yard, place)
              .getMetadata()
              .getLabels()
              .getOrDefault("butler.butlerlabs.dev/kept", ""));
      yard.awaitPhase("web", Phase.PENDING);

      clock.advance(Duration.ofHours(80));
      yard.letIn("web", "v1.35.4", "{\"replicas\": 1}");
      awaitPlane(yard, place, "2");

      Await.untilTrue("it is in use", Yard.PATIENCE, () -> kept(yard, place).isEmpty());
    }
  }

  @Test
  void whoeverSetsTheTimeToZeroDeletesForGood(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      yard.status("web", "{\"effective\": {\"deletionGracePeriod\": \"72h\"}}");
      yard.cluster("web").delete();
      yard.awaitWanted(place, "web", 0);

      annotate(yard, "0s");
      clear(yard, place);
      awaitGone(yard);

      assertThat(yard.admin.namespaces().withName(place).get()).isNull();
    }
  }

  /** Nothing would be had back. */
  @Test
  void clusterThatNeverServedGoesForGood(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      yard.lab();
      yard.order("web");
      yard.letIn("web", "v1.35.4", "{\"replicas\": 1}");
      var place = yard.place("web");
      annotate(yard, "72h");

      yard.cluster("web").delete();
      Await.untilTrue(
          "the Cluster is gone",
          Yard.PATIENCE,
          () -> yard.others.find(Others.CAPI, "Cluster", place, "web").get() == null);
    }
  }

  /** As late as the API server, which says when something was deleted. */
  private static SteppedTimeline clock(TestCluster cluster) {
    return new SteppedTimeline(
        Instant.parse(
            cluster
                .client()
                .namespaces()
                .withName(cluster.namespace())
                .require()
                .getMetadata()
                .getCreationTimestamp()));
  }

  /** From an order to a deleted cluster that sleeps. */
  private static String keep(Yard yard) {
    return keep(yard, "none");
  }

  private static String keep(Yard yard, String drain) {
    var place = yard.ready("web");
    note(yard, "deletion-drain", drain);
    claim(yard, uid(yard));
    annotate(yard, "72h");
    yard.cluster("web").delete();
    yard.awaitWanted(place, "web", 0);
    yard.others.workers(place);
    stop(yard, place);
    awaitGone(yard);
    return place;
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

  private static void stop(Yard yard, String place) {
    awaitPlane(yard, place, "0");
    yard.others.planeSleeps(place, "web");
  }

  private static int patience(Yard yard, String place) {
    var one = yard.others.find(Others.CAPI, "MachineDeployment", place, "web-workers").require();
    return Others.tree(one).at("/spec/template/spec/deletion/nodeDrainTimeoutSeconds").asInt();
  }

  private static void awaitPlane(Yard yard, String place, String replicas) {
    Await.untilTrue(
        "the control plane has replicas " + replicas,
        Yard.PATIENCE,
        () ->
            Others.tree(
                    yard.others
                        .find(
                            "controlplane.cluster.x-k8s.io/v1alpha1",
                            "StewardControlPlane",
                            place,
                            "web")
                        .require())
                .at("/spec/replicas")
                .asText()
                .equals(replicas));
  }

  private static void awaitGone(Yard yard) {
    Await.untilTrue("it is gone", Yard.PATIENCE, () -> yard.cluster("web").get() == null);
  }

  private static String uid(Yard yard) {
    return yard.cluster("web").require().getMetadata().getUid();
  }

  private static void annotate(Yard yard, String grace) {
    note(yard, "deletion-grace-period", grace);
  }

  private static void note(Yard yard, String name, String value) {
    yard.cluster
        .kubectl(
            "annotate",
            "--overwrite",
            "tenantcluster",
            "web",
            "butler.butlerlabs.dev/" + name + "=" + value)
        .requireSuccess();
  }

  private static void undelete(Yard yard, String uid) {
    yard.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata: {name: web, annotations: {butler.butlerlabs.dev/undelete: "%s"}}
        spec: {kubernetesVersion: v1.35.4, workers: {replicas: 1}}
        """
            .formatted(uid));
  }

  private static void claim(Yard yard, String uid) {
    yard.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: IPAllocation
        metadata: {name: web-nodes, labels: {butler.butlerlabs.dev/tenant-uid: "%s"}}
        spec:
          poolRef: {name: lab}
          tenantClusterRef: {name: web, namespace: %s}
          type: nodes
        """
            .formatted(uid, yard.home()));
  }

  private static Optional<Condition> holder(Yard yard) {
    var status =
        yard.admin
            .resources(IPAllocation.class)
            .inNamespace(yard.home())
            .withName("web-nodes")
            .require()
            .getStatus();
    return Optional.ofNullable(status)
        .flatMap(told -> new Conditions(told.conditions()).find("HolderGone"));
  }

  private static Namespace namespace(Yard yard, String name) {
    return yard.admin.namespaces().withName(name).require();
  }

  private static String kept(Yard yard, String place) {
    return Objects.requireNonNullElse(
            namespace(yard, place).getMetadata().getAnnotations(), Map.<String, String>of())
        .getOrDefault(UNTIL, "");
  }

  private static String record(Yard yard, String place) {
    return yard.admin
        .configMaps()
        .inNamespace(yard.home())
        .withName("deleted-" + place)
        .require()
        .getData()
        .getOrDefault("tenantcluster.yaml", "");
  }

  private static String message(List<Condition> conditions) {
    return new Conditions(conditions).find("Ready").map(Condition::message).orElse("");
  }
}
