package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static dev.butlerlabs.butler.addons.install.Site.deployment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addons of a tenant become another version: the real Helm, a real API server. */
@OnRealApiServer
class TenantUpgradeIT {

  private static final Map<String, String> APP = Map.of("app.yaml", deployment("app"));
  private static final Map<String, String> MAP =
      Map.of(
          "map.yaml",
          configMap("{{ .Release.Name }}", "{{ .Values.shown | default \"x\" | quote }}"));

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void point18_upgradeThatFailsIsToldAndWhatServedStillDoes() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.publish("web", "2.0.0", MAP);
    site.publish("web", "3.0.0", Map.of("map.yaml", "{{ fail \"no such thing\" }}"));
    site.order("shop", there, "1.0.0", "values: {shown: one}");
    site.awaitPhase("shop", Phase.INSTALLED);

    site.order("shop", there, "2.0.0", "values: {shown: two}");
    var second =
        site.awaitTold(
            "the upgrade is through",
            "shop",
            status ->
                status.phase() == Phase.INSTALLED && "2.0.0".equals(status.installedVersion()));
    site.order("shop", there, "3.0.0", "values: {shown: three}");
    var failed = site.awaitPhase("shop", Phase.FAILED);

    assertThat(Objects.requireNonNull(second.helmRelease()).revision()).isEqualTo(2);
    assertThat(failed.message())
        .contains("no such thing", "web/templates/map.yaml line 1", "version 2.0.0 still serves");
    assertThat(site.shown(there, "shop")).isEqualTo("two");
    site.order("shop", there, "2.0.0", "values: {shown: two}");
    site.awaitPhase("shop", Phase.INSTALLED);
    assertThat(site.events("shop", "AddonUpgrading")).isNotEmpty();
    assertThat(site.events("shop", "AddonFailed")).isNotEmpty();
  }

  @Test
  void point18_upgradeThatNeverBecomesReadyHoldsNoJobAndNamesTheWorkload() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.publish("web", "2.0.0", APP);
    site.order("shop", there, "1.0.0", "");
    site.awaitPhase("shop", Phase.INSTALLED);

    site.order("shop", there, "2.0.0", "");
    var through =
        site.awaitTold(
            "Helm is through", "shop", status -> "2.0.0".equals(status.installedVersion()));
    site.awaitReason("shop", "Healthy", "WorkloadsNotReady");

    assertThat(through.phase()).isEqualTo(Phase.UPGRADING);
    assertThat(site.history(there, "shop")).contains("\"revision\":2", "\"status\":\"deployed\"");
    assertThat(Objects.requireNonNull(site.addon("shop").require().getStatus()).message())
        .contains("Deployment %s/app".formatted(there));
  }

  @Test
  void point18_oldPodsThatStayReadyDoNotMakeTheNewVersionHealthy() throws IOException {
    site.publish("web", "1.0.0", APP);
    site.publish(
        "web",
        "2.0.0",
        Map.of("app.yaml", deployment("app").replace("example.com/it", "example.com/it:2")));
    site.order("shop", there, "1.0.0", "");
    site.ready(there, "app", 1);
    site.awaitPhase("shop", Phase.INSTALLED);

    site.order("shop", there, "2.0.0", "");
    site.awaitTold("Helm is through", "shop", one -> "2.0.0".equals(one.installedVersion()));
    site.ready(there, "app", 1, 1);
    var told =
        site.awaitTold(
            "the old pod is told",
            "shop",
            one -> String.valueOf(one.message()).contains("pods of an older version (1)"));

    assertThat(told.phase()).isEqualTo(Phase.UPGRADING);
    assertThat(site.told("shop", "Healthy", "WorkloadsNotReady")).isTrue();
    site.ready(there, "app", 1);
    site.awaitPhase("shop", Phase.INSTALLED);
  }

  @Test
  void point18_upgradeWhoseObjectsAreRefusedIsRolledBackAndTellsWhy() throws IOException {
    var files = new HashMap<>(MAP);
    files.put(
        "zzz.yaml",
        """
        apiVersion: v1
        kind: Service
        metadata: {name: wrong}
        spec: {clusterIP: 192.0.2.1, ports: [{port: 80}]}
        """);
    site.publish("web", "1.0.0", MAP);
    site.publish("web", "2.0.0", files);
    site.order("shop", there, "1.0.0", "values: {shown: one}");
    site.awaitPhase("shop", Phase.INSTALLED);

    site.order("shop", there, "2.0.0", "values: {shown: two}");
    var failed = site.awaitPhase("shop", Phase.FAILED);

    assertThat(failed.message()).contains("clusterIP", "version 1.0.0 still serves");
    assertThat(site.shown(there, "shop")).isEqualTo("one");
    assertThat(site.history(there, "shop")).contains("\"revision\":3").doesNotContain("pending");
    site.order("shop", there, "1.0.0", "values: {shown: one}");
    site.awaitSynced("shop", "AsReleased");
  }
}
