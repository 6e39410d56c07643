package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.Workshop;
import dev.butlerlabs.butler.api.addons.DriftPolicy;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.addons.UpgradePolicy.Mode;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How addons that come with a cluster are looked after: the real Helm, a real API server. */
@OnRealApiServer
class PlatformCareIT {

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    var map = configMap("{{ .Release.Name }}", "{{ .Chart.Version | quote }}");
    for (var version : new String[] {"1.0.0", "1.0.1", "2.0.0"}) {
      site.publish("web", version, Map.of("map.yaml", map));
    }
    define("1.0.0");
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ProviderConfig
        metadata: {name: here}
        spec: {provider: local}
        """);
    site.web.reachable();
  }

  @AfterEach
  void close() {
    site.cluster
        .kubectl("delete", "addondefinition/cilium", "butlerconfig/butler", "--ignore-not-found")
        .requireSuccess();
    site.close();
  }

  @Test
  void point16_networkIsRepairedWhereTheClusterSaysSo() throws IOException {
    order("{cni: {}}");
    await("it is there", "AddonsInstalled");
    map().delete();
    await("it is told and left", "NodesLackAddon");
    assertThat(map().get()).isNull();

    order("{driftPolicy: Repair}");

    await("all is well", "AddonsInstalled");
    assertThat(map().get()).isNotNull();
    map().patch(Site.as("somebody"), "{\"data\":{\"shown\":\"mine\"}}");
    Await.untilTrue("it is as installed", Site.PATIENCE, () -> shown().equals("1.0.0"));
    assertThat(revisions()).doesNotContain("\"revision\":2");
    order("{cni: {driftPolicy: Report}}");
    awaitSpec("the nearest word holds", spec -> spec.driftPolicy() == DriftPolicy.REPORT);
  }

  @Test
  void point9_networkFollowsTheCatalogByItsPolicyAndStaysWhereItCame() throws IOException {
    order("{cni: {upgradePolicy: {mode: Patch}}}");
    await("it is there", "AddonsInstalled");
    awaitSpec("what is installed is no wish", spec -> spec.version() == null);
    assertThat(revisions()).doesNotContain("\"revision\":2");

    define("1.0.1");
    awaitVersion("1.0.1");
    define("2.0.0");
    await("what the policy does not take is offered", "the catalog offers cilium 2.0.0");
    order(
        "{cni: {upgradePolicy: {mode: Window, window: {start: '%02d:00', duration: 24h}}}}"
            .formatted(site.now().getHour()));
    awaitVersion("2.0.0");
    order("{cni: {upgradePolicy: null}}");
    awaitSpec("no policy is left", spec -> spec.upgradePolicy() == null);
    var first = site.addon("web-cilium").require().getMetadata().getUid();
    site.addon("web-cilium").delete();
    define("1.0.0");
    Await.untilTrue(
        "another one finds its release",
        Site.PATIENCE,
        () -> {
          var now = site.addon("web-cilium").get();
          return now != null
              && !now.getMetadata().getUid().equals(first)
              && now.getStatus() != null
              && now.getStatus().phase() == Phase.INSTALLED;
        });

    assertThat(shown()).isEqualTo("2.0.0");
    assertThat(revisions()).contains("\"revision\":3").doesNotContain("\"revision\":4");
  }

  @Test
  void point9_platformMayHaveAllClustersFollowTheWaves() {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ButlerConfig
        metadata: {name: butler}
        spec: {addons: {upgradePolicy: {mode: Waves}}}
        """);
    order("{cni: {}}");
    await("it is there", "AddonsInstalled");
    awaitSpec(
        "the platform's word reaches it",
        spec -> spec.upgradePolicy() != null && spec.upgradePolicy().mode() == Mode.WAVES);

    define("2.0.0", "rollout: {paused: true, waves: [{name: all}]}");
    site.awaitTold(
        "it waits for its turn",
        "web-cilium",
        status -> String.valueOf(status.message()).contains("the rollout is paused"));
    assertThat(shown()).isEqualTo("1.0.0");
    define("2.0.0", "rollout: {waves: [{name: all}]}");

    awaitVersion("2.0.0");
  }

  @Test
  void point4_noPolicyChangesAClusterThatIsOnlyLookedAt() {
    order("{driftPolicy: Repair, upgradePolicy: {mode: Patch}, cni: {}}");
    await("it is there", "AddonsInstalled");
    awaitSpec("it is repaired", spec -> spec.driftPolicy() == DriftPolicy.REPAIR);

    patch("{managementPolicy: {mode: Observe}}");
    awaitSpec(
        "it is left alone", spec -> spec.driftPolicy() == null && spec.upgradePolicy() == null);
    define("1.0.1");
    map().delete();
    await("it is told", "NodesLackAddon");
    assertThat(map().get()).isNull();
    patch("{managementPolicy: {mode: Active}}");

    awaitVersion("1.0.1");
    assertThat(shown()).isEqualTo("1.0.1");
  }

  private void define(String version) {
    define(version, "");
  }

  private void define(String version, String more) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: AddonDefinition
        metadata: {name: cilium}
        spec:
          displayName: Stand-in
          description: A chart of the test.
          category: cni
          platform: true
          chart: {repository: "%s", name: web, defaultVersion: %s}
          defaults: {namespace: %s, releaseName: cilium}
        %s
        """
            .formatted(site.address(), version, there, more.indent(2)));
  }

  private void order(String addons) {
    patch(
        "{providerConfigRef: {name: here, namespace: %s}, addons: %s}"
            .formatted(site.cluster.namespace(), addons));
  }

  private void patch(String spec) {
    try {
      site.cluster
          .kubectl(
              "patch",
              "tenantcluster",
              "web",
              "--type=merge",
              "-p",
              Workshop.yaml("{spec: %s}".formatted(spec)).toString())
          .requireSuccess();
    } catch (IOException wrong) {
      throw new IllegalArgumentException(wrong);
    }
  }

  private Resource<ConfigMap> map() {
    return site.admin.configMaps().inNamespace(there).withName("cilium");
  }

  private String shown() {
    return site.shown(there, "cilium");
  }

  private String revisions() throws IOException {
    return site.history(there, "cilium");
  }

  private void awaitSpec(String what, Predicate<TenantAddonSpec> wanted) {
    new Await(site.admin)
        .within(Site.PATIENCE)
        .until(what, site.addon("web-cilium"), one -> wanted.test(one.getSpec()));
  }

  /** Until AddonsReady has the word as its reason or in its message. */
  private void await(String what, String word) {
    await(
        what,
        status ->
            new Conditions(status.conditions())
                .find("AddonsReady")
                .filter(one -> one.reason().equals(word) || one.message().contains(word))
                .isPresent());
  }

  /** Until the cluster tells that version, and that it serves. */
  private void awaitVersion(String version) {
    await(
        "it has " + version,
        status ->
            status.observedState() != null
                && status.observedState().addons().stream()
                    .anyMatch(one -> one.version().equals(version)));
    site.awaitPhase("web-cilium", Phase.INSTALLED);
  }

  private void await(String what, Predicate<TenantClusterStatus> wanted) {
    new Await(site.admin)
        .within(Site.PATIENCE)
        .until(
            what,
            site.admin
                .resources(TenantCluster.class)
                .inNamespace(site.cluster.namespace())
                .withName("web"),
            one -> one.getStatus() != null && wanted.test(Objects.requireNonNull(one.getStatus())));
  }
}
