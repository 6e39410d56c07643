package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Definitions in a chart's folder crds follow its upgrades, and nothing of them goes. */
@OnRealApiServer
class ChartKindsIT {

  @TempDir Path folder;
  private Site site;
  private String there;
  private String group;

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    group = "g%s.example.com".formatted(there.replace("-", ""));
    publish("1.0.0", Map.of("/crds/things.yaml", kind("Thing", "v1")));
    publish(
        "2.0.0",
        Map.of(
            "/crds/things.yaml",
            kind("Thing", "v1", "v2"),
            "/crds/others.yaml",
            kind("Other", "v1"),
            "other.yaml",
            "apiVersion: %s/v1\nkind: Other\nmetadata: {name: one}\n".formatted(group)));
    publish("3.0.0", Map.of("/crds/things.yaml", kind("Thing", "v2")));
  }

  private void publish(String version, Map<String, String> files) throws IOException {
    var all = Map.of("map.yaml", configMap("web", "one"));
    site.publish(
        "web",
        version,
        Stream.of(all, files)
            .flatMap(one -> one.entrySet().stream())
            .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
  }

  /** The last version is the one that is stored. */
  private String kind(String kind, String... versions) {
    var plural = kind.toLowerCase(Locale.ROOT) + "s";
    var all = new StringBuilder();
    for (var version : versions) {
      all.append(
          "    - {name: %s, served: true, storage: %s, schema: {openAPIV3Schema: {type: object}}}\n"
              .formatted(version, version.equals(versions[versions.length - 1])));
    }
    return """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: %s.%s}
        spec:
          group: %s
          scope: Namespaced
          names: {kind: %s, plural: %s}
          versions:
        """
            .formatted(plural, group, group, kind, plural)
        + all;
  }

  @AfterEach
  void close() {
    site.close();
    for (var plural : List.of("things", "others")) {
      site.admin
          .apiextensions()
          .v1()
          .customResourceDefinitions()
          .withName(plural + "." + group)
          .delete();
    }
  }

  private List<String> versions(String plural) {
    CustomResourceDefinition found =
        site.admin
            .apiextensions()
            .v1()
            .customResourceDefinitions()
            .withName(plural + "." + group)
            .get();
    return found == null
        ? List.of()
        : found.getSpec().getVersions().stream().map(one -> one.getName()).toList();
  }

  private void order(String version, String policy) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec:
          clusterRef: {name: web}
          helm: {repository: "%s", chart: web, namespace: %s, releaseName: shop, crds: %s}
          version: %s
        """
            .formatted(site.address(), there, policy, version));
  }

  private void awaitInstalled(String version) {
    site.awaitTold(
        "it is through",
        "shop",
        status -> status.phase() == Phase.INSTALLED && version.equals(status.installedVersion()));
  }

  @Test
  void point9_definitionsComeBeforeTheUpgradeThatNeedsThem() {
    order("1.0.0", "Upgrade");
    awaitInstalled("1.0.0");
    assertThat(versions("things")).containsExactly("v1");

    order("2.0.0", "Upgrade");

    awaitInstalled("2.0.0");
    assertThat(versions("things")).containsExactly("v1", "v2");
    assertThat(versions("others")).containsExactly("v1");
  }

  @Test
  void point9_upgradeThatWouldTakeAVersionAwayIsRefusedBeforeAnythingIsWritten()
      throws IOException {
    order("1.0.0", "Upgrade");
    awaitInstalled("1.0.0");

    order("3.0.0", "Upgrade");
    var failed = site.awaitPhase("shop", Phase.FAILED);

    assertThat(failed.message())
        .contains(
            "of CustomResourceDefinition things.%s would go".formatted(group),
            "version v1, in which objects may be stored",
            "crds: Leave",
            "version 1.0.0 still serves");
    assertThat(versions("things")).containsExactly("v1");
    assertThat(site.history(there, "shop")).doesNotContain("\"revision\":2");

    // Said, and left out.
    order("3.0.0", "null");
    awaitInstalled("3.0.0");
    assertThat(versions("things")).containsExactly("v1");
  }

  @Test
  void point9_definitionsThatAnEarlierInstallationLeftAreBroughtUpToo() {
    site.apply(kind("Thing", "v1"));

    order("2.0.0", "Upgrade");

    awaitInstalled("2.0.0");
    assertThat(versions("things")).containsExactly("v1", "v2");
  }
}
