package dev.butlerlabs.butler.addons.helm;

import static dev.butlerlabs.butler.addons.helm.ReleaseIT.tenant;
import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;
import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is noted on a release from outside. */
@OnRealApiServer
class ReleaseLabelsIT {

  @TempDir Path folder;

  @Test
  void labelsStayThroughAnUpgradeAndGoBackWithARollback(TestCluster cluster) throws IOException {
    var workshop = Workshop.in(folder);
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var release = new ReleaseKey(cluster.namespace(), "web");
    var chart =
        workshop.local(workshop.chart("web", "1.0.0", Map.of("web.yaml", configMap("web", "x"))));
    assertThat(helm.note(tenant, release, PATIENT).require()).isEmpty();

    helm.install(
            tenant,
            order(release, chart, Map.of("example.com/owner", "a", "example.com/order", "1")))
        .require();
    helm.upgrade(tenant, order(release, chart, Map.of("example.com/order", "2"))).require();
    var upgraded = helm.note(tenant, release, PATIENT).require().orElseThrow();
    helm.rollback(tenant, release, 1, false, PATIENT).require();
    var back = helm.note(tenant, release, PATIENT).require().orElseThrow();

    assertThat(upgraded.labels())
        .containsEntry("example.com/owner", "a")
        .containsEntry("example.com/order", "2");
    assertThat(upgraded)
        .extracting(ReleaseNote::revision, ReleaseNote::status, ReleaseNote::chart)
        .containsExactly(2, ReleaseStatus.DEPLOYED, "web");
    assertThat(back.labels()).containsEntry("example.com/order", "1");
    assertThat(back.revision()).isEqualTo(3);
  }

  private static Installation order(
      ReleaseKey release, LocalChart chart, Map<String, String> labels) {
    return new Installation(
        release,
        chart,
        Values.none(),
        false,
        labels,
        Installation.Waiting.FOR_HOOKS,
        PATIENT,
        false,
        List.of());
  }
}
