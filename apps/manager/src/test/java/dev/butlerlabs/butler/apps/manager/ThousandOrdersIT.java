package dev.butlerlabs.butler.apps.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * H14, and test 1 of the specification: a thousand orders at once against a limit of seven, and
 * what is made of them.
 */
@OnRealApiServer
class ThousandOrdersIT {

  private static final int ORDERS = 1_000;
  private static final String FULL = "may have 7 clusters and has 7, so none is left: ";

  @Test
  void withoutAdmissionAllAreStoredAndSevenGoOn(TestCluster cluster) {
    try (var crowd = new Crowd(cluster, "{maxClusters: 7}")) {
      var refused = crowd.order(ORDERS);

      assertThat(refused).isEmpty();
      crowd.awaitDecided(ORDERS);
      var waiting = crowd.waiting();
      assertThat(crowd.letIn()).hasSize(7);
      crowd.awaitMade(crowd.letIn());
      assertThat(waiting)
          .hasSize(ORDERS - 7)
          .allSatisfy(one -> assertThat(Crowd.quota(one).message()).contains(FULL));

      var leaving = crowd.letIn().getFirst();
      var next = oldest(waiting);
      crowd.delete(leaving);
      crowd.awaitLetIn(next);

      assertThat(crowd.letIn())
          .hasSize(7)
          .extracting(Crowd::name)
          .contains(next)
          .doesNotContain(leaving.getMetadata().getName());
      crowd.awaitMade(crowd.letIn());
      // H16: what was refused once is told to be granted.
      assertThat(Crowd.quota(crowd.find(next)).reason()).isEqualTo("WithinQuota");
      assertThat(crowd.mostAtOnce()).isEqualTo(7);
    }
  }

  @Test
  void withAdmissionTheRestIsRefusedOrWaits(TestCluster cluster) {
    try (var crowd = new Crowd(cluster, "{maxClusters: 7}");
        var _ = new AskingServer(cluster)) {
      var refused = crowd.order(ORDERS);

      assertThat(refused)
          .isNotEmpty()
          .allSatisfy(
              words ->
                  assertThat(words)
                      .contains(
                          "team %s may have 7 clusters and has ".formatted(cluster.namespace()))
                      .contains("so none is left: "));
      crowd.awaitDecided(ORDERS - refused.size());
      crowd.letIn().forEach(one -> crowd.awaitLetIn(Crowd.name(one)));
      assertThat(crowd.letIn()).hasSize(7);
      crowd.awaitMade(crowd.letIn());
      assertThat(crowd.waiting())
          .allSatisfy(one -> assertThat(Crowd.quota(one).message()).contains(FULL));
      assertThat(crowd.mostAtOnce()).isEqualTo(7);
    }
  }

  private static String oldest(List<TenantCluster> waiting) {
    return waiting.stream()
        .min(
            Comparator.<TenantCluster, String>comparing(
                    one -> one.getMetadata().getCreationTimestamp())
                .thenComparing(one -> one.getMetadata().getUid()))
        .map(Crowd::name)
        .orElseThrow();
  }
}
