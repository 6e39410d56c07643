package dev.butlerlabs.butler.apps.manager;

import static dev.butlerlabs.butler.apps.manager.Hands.MACHINE;
import static dev.butlerlabs.butler.apps.manager.Hands.PATIENCE;
import static dev.butlerlabs.butler.apps.manager.Hands.apply;
import static dev.butlerlabs.butler.apps.manager.Hands.awaitReady;
import static dev.butlerlabs.butler.apps.manager.Hands.forgetClosedManagers;
import static dev.butlerlabs.butler.apps.manager.Hands.installKinds;
import static dev.butlerlabs.butler.apps.manager.Hands.manager;
import static dev.butlerlabs.butler.apps.manager.Hands.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.Test;

/** A team that orders clusters from a manager. */
@OnRealApiServer
class OrderedClustersIT {

  /** With the rights it has where it is installed, and no others. */
  @Test
  void teamGetsItsNamespaceAndOrdersAreJudged(TestCluster cluster) throws Exception {
    installKinds(cluster);
    forgetClosedManagers(cluster);
    var team = "team-" + cluster.namespace();
    try (var manager = manager(Rights.ofTheManager(cluster), cluster, "one")) {
      manager.start();
      awaitReady(manager);
      apply(cluster, team(team)).requireSuccess();
      Await.untilTrue(
          "the team is Ready",
          PATIENCE,
          () -> status(cluster, "team/" + team, "phase").equals("Ready"));
      Await.untilTrue("ada may order", PATIENCE, () -> may(cluster, team, "ada@x.org"));
      assertThat(may(cluster, team, "eve@x.org")).isFalse();

      order(cluster, team, "one").requireSuccess();
      assertThat(order(cluster, team, "two").stderr())
          .contains("may have 1 cluster and has 1, so none is left: one");
      Await.untilTrue("it was told its turn", PATIENCE, () -> fits(cluster, team, "one"));

      cluster.kubectl("delete", "tenantcluster", "one", "-n", team).requireSuccess();
      cluster.kubectl("delete", "team", team, "--wait=false").requireSuccess();
      Await.untilTrue(
          "the team is gone",
          MACHINE,
          () -> cluster.kubectl("get", "team", team).stderr().contains("not found"));
      assertThat(cluster.kubectl("get", "namespace", team).stderr()).contains("not found");
    }
    forgetClosedManagers(cluster);
  }

  private static String team(String name) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: Team
    metadata: {name: %s}
    spec: {access: {users: [{name: ada@x.org, role: operator}]}, resourceLimits: {maxClusters: 1}}
    """
        .formatted(name);
  }

  private static KubectlResult order(TestCluster cluster, String team, String name) {
    return cluster.kubectlReading(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata: {name: %s}
        spec: {}
        """
            .formatted(name),
        "apply",
        "-f",
        "-",
        "-n",
        team);
  }

  private static boolean fits(TestCluster cluster, String team, String name) {
    return cluster
        .kubectl(
            "get",
            "tenantcluster",
            name,
            "-n",
            team,
            "-o",
            "jsonpath={.status.conditions[?(@.type=='QuotaSatisfied')].status}")
        .stdout()
        .equals("True");
  }

  private static boolean may(TestCluster cluster, String team, String user) {
    return cluster
        .kubectl("auth", "can-i", "create", "tenantclusters", "-n", team, "--as=" + user)
        .stdout()
        .startsWith("yes");
  }
}
