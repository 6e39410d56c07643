package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Versions that a definition does not list: the real Helm, a real API server. */
@OnRealApiServer
class VersionListIT {

  @TempDir Path folder;
  private Site site;
  private String there = "";
  private String definition = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    var map = configMap("web", "{{ printf \"%s %s\" .Chart.Version .Values.shown | quote }}");
    site.publish("web", "1.0.0", Map.of("map.yaml", map));
    site.publish("web", "2.0.0", Map.of("map.yaml", map));
    definition = site.definition("1.0.0", "defaults: {namespace: %s}".formatted(there));
  }

  @AfterEach
  void close() {
    site.cluster.kubectl("delete", "addondefinition", definition).requireSuccess();
    site.close();
  }

  @Test
  void point29_versionIsInstalledOnceItIsOfferedAndStaysWhenItIsNoMore() throws IOException {
    offer("1.0.0");
    order("first");
    var told = site.awaitPhase("shop", Phase.FAILED);

    assertThat(told.message())
        .contains("%s is not offered in version 2.0.0, but in 1.0.0".formatted(definition));
    assertThat(site.helm(there, "list", "--output", "json")).isEqualToIgnoringWhitespace("[]");
    offer("2.x");
    site.awaitPhase("shop", Phase.INSTALLED);
    assertThat(site.shown(there, "web")).isEqualTo("2.0.0 first");

    offer("1.0.0");
    order("second");
    Await.untilTrue(
        "the edit is carried out",
        Duration.ofMinutes(2),
        () -> site.shown(there, "web").equals("2.0.0 second"));
    site.awaitPhase("shop", Phase.INSTALLED);
  }

  private void order(String shown) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec: {clusterRef: {name: web}, addon: %s, version: 2.0.0, values: {shown: %s}}
        """
            .formatted(definition, shown));
  }

  private void offer(String version) {
    site.cluster
        .kubectl(
            "patch",
            "addondefinition",
            definition,
            "--type=merge",
            "-p",
            "{\"spec\":{\"chart\":{\"onlyAvailableVersions\":true,\"availableVersions\":[\"%s\"]}}}"
                .formatted(version))
        .requireSuccess();
  }
}
