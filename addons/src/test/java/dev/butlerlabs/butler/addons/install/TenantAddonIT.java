package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static dev.butlerlabs.butler.addons.install.Site.deployment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addons on a tenant: the real Helm, a real API server, a repository over HTTP. */
@OnRealApiServer
class TenantAddonIT {

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
  void point16_healthIsThatOfTheWorkloadsAndFollowsThem() throws IOException {
    site.publish("web", "1.0.0", APP);
    site.order("shop", there, "1.0.0", "");

    var installing =
        site.awaitTold(
            "Helm is through",
            "shop",
            status -> Objects.equals("1.0.0", status.installedVersion()));
    assertThat(installing.phase()).isEqualTo(Phase.INSTALLING);
    assertThat(installing.workloads()).containsExactly("Deployment %s/app".formatted(there));
    site.awaitReason("shop", "Healthy", "WorkloadsNotReady");
    site.ready(there, "app", 1);
    site.awaitPhase("shop", Phase.INSTALLED);
    var installed = site.awaitSynced("shop", "AsReleased");
    site.ready(there, "app", 0);
    var degraded = site.awaitPhase("shop", Phase.DEGRADED);
    site.ready(there, "app", 1);
    site.awaitPhase("shop", Phase.INSTALLED);
    site.admin.apps().deployments().inNamespace(there).withName("app").delete();
    var lost = site.awaitPhase("shop", Phase.DEGRADED);

    assertThat(installed.conditions())
        .extracting(one -> one.type() + " " + one.status().wire())
        .containsExactlyInAnyOrder(
            "ClusterReady True",
            "DependenciesMet True",
            "Installed True",
            "Healthy True",
            "Synced True",
            "Ready True");
    assertThat(degraded.message())
        .contains("Deployment %s/app has 0 of 1 pods ready".formatted(there));
    assertThat(lost.message()).contains("Deployment %s/app is not there".formatted(there));
    assertThat(site.helm(there, "history", "shop", "--output", "json")).contains("\"revision\":1");
  }

  @Test
  void point21_restartedProcessInstallsNothingAnew() throws IOException {
    site.publish("web", "1.0.0", APP);
    site.order("shop", there, "1.0.0", "");
    site.ready(there, "app", 1);
    site.awaitPhase("shop", Phase.INSTALLED);
    site.awaitSynced("shop", "AsReleased");
    var before = site.addon("shop").require();

    site.stop();
    site.open();
    // Another one is through, so this one was looked at too.
    site.order("other", there, "1.0.0", "values: {n: 1}");
    site.awaitTold("it was tried", "other", status -> status.phase() == Phase.FAILED);

    assertThat(site.addon("shop").require().getMetadata().getResourceVersion())
        .as("nothing was written")
        .isEqualTo(before.getMetadata().getResourceVersion());
    assertThat(site.history(there, "shop")).doesNotContain("\"revision\":2");
  }

  @Test
  void point21_installationThatWasDoneAndNotToldIsNotDoneAgain() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.order("shop", there, "1.0.0", "");
    var told = site.awaitPhase("shop", Phase.INSTALLED);
    site.stop();
    site.addon("shop")
        .editStatus(
            one -> {
              one.setStatus(null);
              return one;
            });

    site.open();
    var again = site.awaitPhase("shop", Phase.INSTALLED);

    assertThat(again.appliedHash()).isEqualTo(told.appliedHash());
    assertThat(Objects.requireNonNull(again.helmRelease()).revision()).isEqualTo(1);
    assertThat(site.history(there, "shop")).doesNotContain("\"revision\":2");
  }

  @Test
  void point13_releaseOfSomebodyElseIsTakenOverOnlyWithConsent() throws IOException {
    site.publish("web", "1.0.0", MAP);
    var chart = site.workshop.chart("web", "0.9.0", MAP);
    site.helm(there, "install", "shop", chart.toString());

    site.order("shop", there, "1.0.0", "");
    var refused = site.awaitPhase("shop", Phase.FAILED);
    assertThat(refused.message())
        .contains("which this addon did not make", "butler.butlerlabs.dev/adopt-release");
    assertThat(site.history(there, "shop")).doesNotContain("\"revision\":2");
    site.cluster
        .kubectl("annotate", "tenantaddon", "shop", "butler.butlerlabs.dev/adopt-release=true")
        .requireSuccess();
    var adopted = site.awaitPhase("shop", Phase.INSTALLED);

    assertThat(Objects.requireNonNull(adopted.helmRelease()).revision()).isEqualTo(2);
  }

  @Test
  void point13_releaseThatIsNotOursStaysWhenTheAddonGoes() throws IOException {
    site.publish("web", "1.0.0", MAP);
    var chart = site.workshop.chart("web", "0.9.0", MAP);
    site.helm(there, "install", "shop", chart.toString());
    site.order("shop", there, "1.0.0", "");
    site.awaitPhase("shop", Phase.FAILED);

    site.addon("shop").delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));

    assertThat(site.history(there, "shop")).contains("\"status\":\"deployed\"");
  }

  @Test
  void point10_releaseGoesByItsRecordedNameAndWhatStaysIsTold() throws IOException {
    var kept =
        configMap("kept", "x")
            .replace("metadata:", "metadata:\n  annotations: {helm.sh/resource-policy: keep}");
    site.publish("web", "1.0.0", Map.of("map.yaml", configMap("web", "x"), "kept.yaml", kept));
    var definition = definition("1.0.0", "");
    catalogOrder("shop", definition);
    site.awaitPhase("shop", Phase.INSTALLED);
    site.cluster.kubectl("delete", "addondefinition", definition).requireSuccess();

    site.addon("shop").delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));

    assertThat(site.helm(there, "list", "--output", "json")).isEqualToIgnoringWhitespace("[]");
    assertThat(site.admin.configMaps().inNamespace(there).withName("web").get()).isNull();
    Await.untilTrue(
        "what stays is told",
        Site.PATIENCE,
        () -> !site.events("shop", "AddonLeftovers").isEmpty());
    assertThat(site.events("shop", "AddonLeftovers"))
        .singleElement()
        .satisfies(note -> assertThat(note).contains("kept"));
  }

  @Test
  void point10_whatCameBeforeAnAddonGoesWithItAlsoWhenTheCatalogHasForgotten() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.publish("base", "3.0.0", Map.of("base.yaml", configMap("base", "it")));
    var definition = definition("1.0.0", "prerequisites: [{chart: base, version: 3.0.0}]");
    catalogOrder("shop", definition);
    var told = site.awaitPhase("shop", Phase.INSTALLED);
    assertThat(told.prerequisiteReleases()).containsExactly(there + "/base");
    assertThat(site.history(there, "base")).contains("\"status\":\"deployed\"");

    site.cluster.kubectl("delete", "addondefinition", definition).requireSuccess();
    site.addon("shop").delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));

    assertThat(site.helm(there, "list", "--output", "json")).isEqualToIgnoringWhitespace("[]");
    assertThat(site.admin.configMaps().inNamespace(there).withName("base").get()).isNull();
  }

  @Test
  void point9_newDefaultOfTheCatalogUpgradesNothingUntilSomebodyAsks() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.publish("web", "2.0.0", MAP);
    var definition = definition("1.0.0", "");
    catalogOrder("shop", definition);
    site.awaitPhase("shop", Phase.INSTALLED);

    definition("2.0.0", "");
    var told =
        site.awaitTold(
            "the offer is told",
            "shop",
            status -> String.valueOf(status.message()).contains("the catalog offers 2.0.0"));
    assertThat(told.installedVersion()).isEqualTo("1.0.0");
    assertThat(site.history(there, "shop")).doesNotContain("\"revision\":2");
    site.cluster
        .kubectl(
            "patch",
            "tenantaddon",
            "shop",
            "--type=merge",
            "-p",
            "{\"spec\":{\"version\":\"2.0.0\"}}")
        .requireSuccess();

    site.awaitTold("it is upgraded", "shop", status -> "2.0.0".equals(status.installedVersion()));
    site.cluster.kubectl("delete", "addondefinition", definition).requireSuccess();
  }

  @Test
  void point2_addonWaitsForThoseItNeedsAndTheyOutliveIt() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.order("app", there, "1.0.0", "dependsOn: [{name: db}]");
    site.awaitReason("app", "DependenciesMet", "Waiting");
    site.order("db", there, "1.0.0", "");
    site.awaitPhase("app", Phase.INSTALLED);

    site.addon("db").delete();
    var held = site.awaitPhase("db", Phase.DELETING);
    assertThat(held.message()).isEqualTo("app needs it; delete that first");
    assertThat(site.history(there, "db")).contains("\"status\":\"deployed\"");
    site.addon("app").delete();

    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("db"));
    assertThat(site.helm(there, "list", "--output", "json")).isEqualToIgnoringWhitespace("[]");
  }

  @Test
  void point24_namespaceThatIsMadeGetsTheLevelOfTheDefinitionAndOthersAreLeft() throws IOException {
    site.publish("web", "1.0.0", MAP);
    var fresh = "made-" + site.cluster.namespace();
    there = fresh;
    var definition = definition("1.0.0", "podSecurity: restricted");
    catalogOrder("shop", definition);
    site.awaitPhase("shop", Phase.INSTALLED);

    var labels = site.admin.namespaces().withName(fresh).require().getMetadata().getLabels();

    assertThat(labels)
        .containsEntry("pod-security.kubernetes.io/enforce", "restricted")
        .containsEntry("app.kubernetes.io/managed-by", "butler");
    var elsewhere = site.cluster.freshNamespace();
    site.order("other", elsewhere, "1.0.0", "");
    site.awaitPhase("other", Phase.INSTALLED);
    assertThat(site.admin.namespaces().withName(elsewhere).require().getMetadata().getLabels())
        .doesNotContainKey("pod-security.kubernetes.io/enforce");
    site.cluster.kubectl("delete", "addondefinition", definition).requireSuccess();
    site.admin.namespaces().withName(fresh).delete();
  }

  @Test
  void point28_secretThatAChartPrintsIsNotInTheStatus() throws IOException {
    site.publish("web", "1.0.0", Map.of("map.yaml", "{{ fail .Values.password }}"));
    site.order("shop", there, "1.0.0", "values: {password: hunter2hunter2}");

    var failed = site.awaitPhase("shop", Phase.FAILED);

    assertThat(failed.toString()).contains("****").doesNotContain("hunter2hunter2");
    Await.untilTrue(
        "the event is told", Site.PATIENCE, () -> !site.events("shop", "AddonFailed").isEmpty());
    assertThat(site.events("shop", "AddonFailed"))
        .allSatisfy(note -> assertThat(note).doesNotContain("hunter2hunter2"));
  }

  @Test
  void statusThatSomebodyElseWroteIsToldAnew() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.order("shop", there, "1.0.0", "");
    var told = site.awaitSynced("shop", "AsReleased");

    site.cluster
        .kubectl(
            "patch",
            "tenantaddon",
            "shop",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"message\":\"mine\"}}")
        .requireSuccess();

    site.awaitTold(
        "it is as it was",
        "shop",
        status -> String.valueOf(told.message()).equals(status.message()));
  }

  @Test
  void clusterThatIsNotReadyIsWaitedForAndWhatIsInstalledStaysSo() throws IOException {
    site.publish("web", "1.0.0", MAP);
    // Clusters and addons are watched apart; whoever starts now knows both as they are.
    site.stop();
    site.web.status("Provisioning");
    site.order("shop", there, "1.0.0", "");
    site.open();
    var waiting = site.awaitPhase("shop", Phase.PENDING);
    assertThat(waiting.message()).contains("is not Ready");
    site.web.status("Ready");
    site.awaitPhase("shop", Phase.INSTALLED);

    site.web.status("Failed");
    site.awaitReason("shop", "ClusterReady", "ClusterNotReady");

    assertThat(Objects.requireNonNull(site.addon("shop").require().getStatus()).phase())
        .isEqualTo(Phase.INSTALLED);
  }

  private String definition(String version, String more) {
    return site.definition(
        version, "defaults: {namespace: %s, releaseName: shop}\n%s".formatted(there, more));
  }

  private void catalogOrder(String name, String definition) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: %s}
        spec:
          clusterRef: {name: web}
          addon: %s
        """
            .formatted(name, definition));
  }
}
