package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.Workshop;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whoever edits an addon does not wait for what he no longer wants. */
@OnRealApiServer
class EditedMidwayIT {

  private static final String MAP = configMap("{{ .Release.Name }}", "{{ .Values.shown | quote }}");

  /** Nothing runs pods here, so Helm waits for it as long as its time lasts. */
  private static final String HOOK =
      """
      apiVersion: batch/v1
      kind: Job
      metadata:
        name: slow
        annotations: {helm.sh/hook: "pre-install,pre-upgrade,post-upgrade"}
      spec:
        template: {spec: {restartPolicy: Never, containers: [{name: it, image: example.com/it}]}}
      """;

  private static final String LATE =
      HOOK.replace("pre-install,pre-upgrade,post-upgrade", "post-upgrade");

  @TempDir Path folder;
  private Site site;
  private String there;

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish("web", "1.0.0", Map.of("map.yaml", MAP));
    site.publish("web", "2.0.0", Map.of("map.yaml", MAP, "hook.yaml", HOOK));
    site.publish("web", "2.1.0", Map.of("map.yaml", MAP, "hook.yaml", LATE));
    site.publish("web", "3.0.0", Map.of("map.yaml", MAP));
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void point17_editDoesNotWaitForTheUpgradeThatItReplaces() throws IOException {
    site.order("shop", there, "1.0.0", "values: {shown: one}");
    site.awaitPhase("shop", Phase.INSTALLED);
    site.order("shop", there, "2.0.0", "values: {shown: two}");
    awaitHook();

    site.order("shop", there, "3.0.0", "values: {shown: three}");

    through("3.0.0", "three");
  }

  @Test
  void point17_editDoesNotWaitForTheInstallationThatItReplaces() throws IOException {
    site.order("shop", there, "2.0.0", "values: {shown: two}");
    awaitHook();

    site.order("shop", there, "3.0.0", "values: {shown: three}");

    through("3.0.0", "three");
  }

  @Test
  void point17_whoeverTakesHisEditBackHasWhatHeHadBefore() throws IOException {
    site.order("shop", there, "1.0.0", "values: {shown: one}");
    site.awaitPhase("shop", Phase.INSTALLED);
    site.order("shop", there, "2.1.0", "values: {shown: two}");
    awaitHook();
    assertThat(site.shown(there, "shop")).as("half of it is there").isEqualTo("two");

    site.order("shop", there, "1.0.0", "values: {shown: one}");

    Await.untilTrue("it is as before", Site.PATIENCE, () -> "one".equals(shown()));
    through("1.0.0", "one");
  }

  private String shown() {
    return site.shown(there, "shop");
  }

  private void awaitHook() {
    var jobs = site.admin.batch().v1().jobs().inNamespace(there);
    Await.untilTrue("Helm waits", Site.PATIENCE, () -> jobs.withName("slow").get() != null);
  }

  private void through(String version, String shown) throws IOException {
    site.awaitTold(
        "the edit is through",
        "shop",
        status -> status.phase() == Phase.INSTALLED && version.equals(status.installedVersion()));
    assertThat(shown()).isEqualTo(shown);
    var revisions = Workshop.yaml(site.history(there, "shop"));
    assertThat(revisions.path(revisions.size() - 1).path("status").asText()).isEqualTo("deployed");
    assertThat(revisions.toString()).doesNotContain("pending");
  }
}
