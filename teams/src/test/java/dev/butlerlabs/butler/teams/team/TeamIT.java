package dev.butlerlabs.butler.teams.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.tenancy.TeamStatus;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Teams with the real engine, as users meet them. */
@OnRealApiServer
class TeamIT {

  private static final String ORDERS = "tenantclusters.butler.butlerlabs.dev";
  private static final String THREE =
      "{access: {users: [{name: ada@x.org, role: admin}, {name: Bob@x.org, role: operator},"
          + " {name: eve@x.org}]}}";

  private RunningTown running;
  private Town town;

  @BeforeEach
  void start(TestCluster cluster) throws InterruptedException {
    running = new RunningTown(cluster);
    town = running.town();
  }

  @AfterEach
  void stop() {
    running.close();
  }

  /** H11, and test 10 of the specification. */
  @Test
  void foreignNamespaceIsNeitherTakenNorRemoved() {
    var taken = town.name("taken");
    town.namespace(taken, Map.of());

    town.team(taken, THREE);
    town.awaitReason(taken, "Ready", "NamespaceReconcileFailed");

    assertThat(town.condition(taken, "Ready").orElseThrow().message())
        .isEqualTo(
            ("namespace %s was there before, and Butler did not make it; Butler leaves it alone."
                    + " Create the Team under another name, or delete that namespace if nothing in"
                    + " it is needed")
                .formatted(taken));
    assertThat(town.namespace(taken).require().getMetadata().getLabels())
        .doesNotContainKey("butler.butlerlabs.dev/team");
    assertThat(town.may("ada@x.org", "list", ORDERS, taken)).isFalse();

    town.team(taken).delete();
    town.awaitGone(town.team(taken));
    assertThat(town.namespace(taken).require().getMetadata().getDeletionTimestamp()).isNull();
  }

  @Test
  void copiedMarksMakeNoNamespaceOurs() {
    var forged = town.name("forged");
    town.namespace(
        forged,
        Map.of(
            "butler.butlerlabs.dev/team",
            forged,
            "butler.butlerlabs.dev/applied-by",
            "butler-teams"));

    town.team(forged, THREE);
    town.awaitReason(forged, "Ready", "NamespaceReconcileFailed");

    assertThat(town.condition(forged, "Ready").orElseThrow().message())
        .contains("was not made by butler-teams");
    town.team(forged).delete();
    town.awaitGone(town.team(forged));
    assertThat(town.namespace(forged).require().getMetadata().getDeletionTimestamp()).isNull();
  }

  @Test
  void teamHealsWhenTheForeignNamespaceHasGone() {
    var later = town.name("later");
    town.namespace(later, Map.of());
    town.team(later, THREE);
    town.awaitReason(later, "Ready", "NamespaceReconcileFailed");

    town.namespace(later).delete();

    town.awaitReason(later, "Ready", "Ready");
  }

  @Test
  void teamGoesAfterItsLastClusterAndTakesItsNamespace() {
    var leaving = town.name("leaving");
    town.team(leaving, THREE);
    town.awaitReason(leaving, "Ready", "Ready");
    town.order(leaving, "web", "{}");

    town.team(leaving).delete();
    town.awaitReason(leaving, "Ready", "DeletionBlocked");

    assertThat(town.condition(leaving, "Ready").orElseThrow().message())
        .startsWith("the team still has clusters: web; Butler waits until they are gone");
    assertThat(town.namespace(leaving).require().getMetadata().getDeletionTimestamp()).isNull();

    town.order(leaving, "web").delete();

    town.awaitGone(town.team(leaving));
    town.awaitGone(town.namespace(leaving));
  }

  @Test
  void statusTellsWhatIsUsedLeftAndByWhom() {
    var busy = town.name("busy");
    town.team(
        busy,
        "{resourceLimits: {maxClusters: 4, maxTotalNodes: 6, maxMemory: 64Gi},"
            + " clusterDefaults: {workerCount: 2, workerMemoryGi: 8}}");
    town.awaitReason(busy, "Ready", "Ready");

    town.lab(busy);
    var lab = "providerConfigRef: {name: lab, namespace: %s}".formatted(busy);
    town.order(busy, "api", "{%s}".formatted(lab));
    town.order(
        busy,
        "web",
        "{%s, workers: {replicas: 3, machineTemplate: {memory: 10Gi}}}".formatted(lab));

    var message =
        "2 of 4 clusters, 2 left; 5 of 6 workers, 1 left: web uses 3, api 2; 46Gi of 64Gi of"
            + " memory, 18Gi left: web uses 30Gi, api 16Gi";
    Await.untilTrue("told", Town.PATIENCE, () -> message.equals(status(busy).quotaMessage()));
    var status = status(busy);
    assertThat(status.quotaStatus()).isEqualTo(TeamStatus.QuotaStatus.WARNING);
    var usage = Objects.requireNonNull(status.resourceUsage());
    assertThat(usage.clusters()).isEqualTo(2);
    assertThat(usage.totalNodes()).isEqualTo(5);
    assertThat(usage.nodeUtilization()).isEqualTo(83);
    assertThat(Objects.requireNonNull(usage.totalMemory()).text()).isEqualTo("46Gi");

    town.team(busy, "{resourceLimits: {maxClusters: 1}}");

    town.awaitReason(busy, "QuotaExceeded", "QuotaExceeded");
    town.awaitReason(busy, "Ready", "Ready");
  }

  private TeamStatus status(String team) {
    return Objects.requireNonNull(town.team(team).require().getStatus());
  }

  /** Nothing is written while nothing changes. */
  @Test
  void settledTeamIsLeftAlone() {
    var calm = town.name("calm");
    town.team(calm, THREE);
    town.awaitReason(calm, "Ready", "Ready");
    var before = versions(calm);

    // An event that concerns the team and changes nothing of it.
    town.user(town.name("calm-user"), "{email: eve@x.org, displayName: Eve}");
    town.order(calm, "probe", "{}");
    Await.untilTrue(
        "looked at", Town.PATIENCE, () -> Objects.equals(status(calm).clusterCount(), 1));

    assertThat(versions(calm)).isEqualTo(before);
  }

  private List<String> versions(String team) {
    var client = town.client();
    return Stream.of(
            client.rbac().roleBindings().inNamespace(team).list().getItems(),
            client.network().v1().networkPolicies().inNamespace(team).list().getItems(),
            List.of(client.namespaces().withName(team).require()))
        .flatMap(List::stream)
        .map(one -> one.getMetadata().getName() + " " + one.getMetadata().getResourceVersion())
        .sorted()
        .toList();
  }
}
