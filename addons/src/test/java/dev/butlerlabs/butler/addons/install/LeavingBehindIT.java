package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Relay;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addons that go and leave their release behind, because somebody said so. */
@OnRealApiServer
class LeavingBehindIT {

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish("web", "1.0.0", Map.of("map.yaml", configMap("web", "x")));
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void point10_releaseOfAnOrphanStaysAndIsTold() throws IOException {
    site.order("shop", there, "1.0.0", "deletionPolicy: Orphan");
    site.awaitPhase("shop", Phase.INSTALLED);

    site.addon("shop").delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));

    assertStays("as spec.deletionPolicy wants");
  }

  @Test
  void point10_releaseOfAClusterThatDoesNotAnswerIsLeftWhenItsTimeIsOver() throws IOException {
    try (var relay = new Relay(site.admin.getMasterUrl().toString())) {
      var login =
          Kubeconfig.parse(Files.readString(site.cluster.kubeconfig()))
              .at(URI.create("https://127.0.0.1:" + relay.port()))
              .render();
      new OrderedCluster(site.cluster, site.admin, "troubled", login);
      site.order("troubled", "shop", there, "1.0.0", "deletionPolicy: ForceAfter\nforceAfter: 5s");
      site.awaitPhase("shop", Phase.INSTALLED);

      relay.hold();
      site.addon("shop").delete();
      site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));
    }

    assertStays("because ");
  }

  private void assertStays(String why) throws IOException {
    assertThat(site.helm(there, "list", "--output", "json")).contains("\"name\":\"shop\"");
    assertThat(site.shown(there, "web")).isEqualTo("x");
    assertThat(site.events("shop", "AddonLeftovers"))
        .singleElement()
        .asString()
        .contains("release %s/shop stays on the cluster".formatted(there), why)
        .contains("helm uninstall takes it away");
  }
}
