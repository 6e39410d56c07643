package dev.butlerlabs.butler.apps.manager;

import static dev.butlerlabs.butler.apps.manager.Hands.MACHINE;
import static dev.butlerlabs.butler.apps.manager.Hands.apply;
import static dev.butlerlabs.butler.apps.manager.Hands.awaitReady;
import static dev.butlerlabs.butler.apps.manager.Hands.forgetClosedManagers;
import static dev.butlerlabs.butler.apps.manager.Hands.installKinds;
import static dev.butlerlabs.butler.apps.manager.Hands.manager;
import static dev.butlerlabs.butler.apps.manager.Hands.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addons in a manager; how they are installed is tried with their own module. */
@OnRealApiServer
class OrderedAddonsIT {

  @TempDir Path folder;

  /** With the rights it has where it is installed, and no others. */
  @Test
  void withoutHelmAddonsSaySoAndTheManagerServes(TestCluster cluster) throws Exception {
    installKinds(cluster);
    forgetClosedManagers(cluster);
    var name = "ma-" + cluster.namespace();
    try (var manager =
        manager(
            Rights.ofTheManager(cluster),
            cluster,
            "one",
            "--helm=" + folder.resolve("nowhere"),
            "--addons-folder=" + folder.resolve("addons"))) {
      manager.start();
      apply(cluster, definition(name)).requireSuccess();
      apply(cluster, addon(name)).requireSuccess();

      Await.untilTrue(
          "the addon has failed",
          MACHINE,
          () -> status(cluster, "managementaddon/" + name, "phase").equals("Failed"));
      assertThat(status(cluster, "managementaddon/" + name, "message"))
          .contains(
              "release %s/%s".formatted(name, name), "look at the disk and at the helm program");
      awaitReady(manager);
    }
    free(cluster, name);
    forgetClosedManagers(cluster);
  }

  @Test
  void folderThatCannotBeUsedStopsNothingElse(TestCluster cluster) throws Exception {
    installKinds(cluster);
    forgetClosedManagers(cluster);
    var file = Files.createFile(folder.resolve("file"));
    try (var manager =
        manager(Rights.ofTheManager(cluster), cluster, "one", "--addons-folder=" + file)) {
      manager.start();

      awaitReady(manager);
    }
    forgetClosedManagers(cluster);
  }

  /** The manager finds out by itself under which name it writes. */
  @Test
  void onlyTheManagerOrdersWhatComesWithAClusterAndOthersAreToldWhy(TestCluster cluster)
      throws Exception {
    installKinds(cluster);
    forgetClosedManagers(cluster);
    var name = "da-" + cluster.namespace();
    try (var manager = manager(Rights.ofTheManager(cluster), cluster, "one")) {
      manager.start();
      awaitReady(manager);
      apply(cluster, definition(name)).requireSuccess();
      Await.untilTrue(
          "the API server asks",
          MACHINE,
          () -> apply(cluster, claiming(name)).stderr().contains("only Butler says what comes"));

      cluster
          .kubectlReading(claiming(name), "apply", "-f", "-", "--as=butler:manager")
          .requireSuccess();
      cluster.kubectl("delete", "tenantaddon", "web-" + name, "--wait=false").requireSuccess();
      Await.untilTrue(
          "it is gone",
          MACHINE,
          () ->
              cluster.kubectl("get", "tenantaddon", "web-" + name).stderr().contains("not found"));
    }
    cluster.kubectl("delete", "addondefinition", name).requireSuccess();
    forgetClosedManagers(cluster);
  }

  private static String claiming(String definition) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: TenantAddon
    metadata: {name: web-%s, labels: {butler.butlerlabs.dev/platform-addon: "true"}}
    spec: {clusterRef: {name: web}, addon: %s}
    """
        .formatted(definition, definition);
  }

  private static String definition(String name) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: AddonDefinition
    metadata: {name: %s}
    spec:
      displayName: Some
      description: Something.
      category: other
      chart: {repository: "https://charts.example.com", name: some, defaultVersion: 1.0.0}
      defaults: {namespace: %s, createNamespace: false}
    """
        .formatted(name, name);
  }

  private static String addon(String name) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: ManagementAddon
    metadata: {name: %s}
    spec: {addon: %s}
    """
        .formatted(name, name);
  }

  /** Nobody can uninstall what Helm never had. */
  private static void free(TestCluster cluster, String name) {
    cluster
        .kubectl(
            "patch",
            "managementaddon",
            name,
            "--type=merge",
            "-p",
            "{\"metadata\":{\"finalizers\":null}}")
        .requireSuccess();
    cluster.kubectl("delete", "managementaddon", name).requireSuccess();
    cluster.kubectl("delete", "addondefinition", name).requireSuccess();
  }
}
