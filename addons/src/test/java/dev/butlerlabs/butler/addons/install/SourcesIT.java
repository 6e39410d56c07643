package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where charts may come from, where nobody was asked before they were stored. */
@OnRealApiServer
class SourcesIT {

  @TempDir Path folder;
  private Site site;

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    site.publish("web", "1.0.0", Map.of("map.yaml", configMap("it", "\"x\"")));
  }

  @AfterEach
  void close() {
    site.cluster.kubectl("delete", "butlerconfig", "butler").requireSuccess();
    site.close();
  }

  @Test
  void point1_addonThatWasStoredBeforeASourceWasForbiddenSaysSo() {
    var before = site.cluster.freshNamespace();
    site.order("before", before, "1.0.0", "");
    site.awaitPhase("before", Phase.INSTALLED);
    allow("https://charts.example.com");
    site.order("after", site.cluster.freshNamespace(), "1.0.0", "");

    var refused = site.awaitPhase("after", Phase.FAILED);

    assertThat(refused.message())
        .startsWith("spec.helm.repository: charts may not come from ")
        .contains("choose a repository out of https://charts.example.com");
    assertThat(site.awaitPhase("before", Phase.INSTALLED).installedVersion()).isEqualTo("1.0.0");
    site.order("before", before, "1.0.0", "values: {shown: other}");
    assertThat(site.awaitPhase("before", Phase.DEGRADED).message())
        .contains("charts may not come from ");

    allow(site.address());
    site.awaitPhase("after", Phase.INSTALLED);
    site.awaitPhase("before", Phase.INSTALLED);
  }

  private void allow(String source) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ButlerConfig
        metadata: {name: butler}
        spec: {addons: {allowedSources: ["%s"]}}
        """
            .formatted(source));
  }
}
