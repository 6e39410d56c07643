package dev.butlerlabs.butler.api.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code kubectl explain} shows our sentences. */
@OnRealApiServer
class ExplainIT {

  @BeforeAll
  static void install(TestCluster cluster) {
    Definitions.install(cluster);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "team | People who share clusters",
        "team.spec.environments.limits.maxClusters | Number of clusters. Left out or 0: no limit.",
        "networkpool.spec.cidr | All addresses of the pool in CIDR form",
        "butlerconfig.spec.controlPlaneExposure.mode | one shared address",
        "tenantaddon.spec.values | Helm values, laid over those of the AddonDefinition",
        "workspace.status.sshEndpoint | Where to connect with SSH",
      })
  void fieldIsExplainedInOurWords(String field, String sentence, TestCluster cluster) {
    // The server publishes the schema of a new kind a moment after it serves the kind.
    Await.untilTrue(
        "kubectl explain knows " + field, () -> cluster.kubectl("explain", field).exit() == 0);
    var answer = cluster.kubectl("explain", field).requireSuccess();

    assertThat(answer.replaceAll("\\s+", " ")).contains(sentence);
  }
}
