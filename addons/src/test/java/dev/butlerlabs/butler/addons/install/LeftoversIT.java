package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What stays on a cluster when an addon goes: the real Helm, a real API server. */
@OnRealApiServer
class LeftoversIT {

  private static final String FOLDER = "customresourcedefinition/folders.left.example.com";
  private static final String KEPT = "customresourcedefinition/keepers.left.example.com";

  private static final String HOOK =
      """
      apiVersion: batch/v1
      kind: Job
      metadata: {name: before, annotations: {helm.sh/hook: pre-delete}}
      spec:
        template:
          spec: {restartPolicy: Never, containers: [{name: it, image: example.com/it}]}
      """;

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.namespace() + "-made";
    var files = new HashMap<String, String>();
    files.put("map.yaml", configMap("web", "x"));
    files.put("/crds/folder.yaml", definition("folders", "Folder", ""));
    files.put(
        "kept.yaml",
        definition("keepers", "Keeper", "annotations: {helm.sh/resource-policy: keep}"));
    site.publish("web", "1.0.0", files);
    files.put("hook.yaml", HOOK);
    site.publish("web", "2.0.0", files);
    site.publish("plain", "1.0.0", Map.of("map.yaml", configMap("plain", "x")));
  }

  @AfterEach
  void close() {
    site.close();
    site.cluster.kubectl("delete", FOLDER, KEPT, "--ignore-not-found").requireSuccess();
    // Nobody here takes the protection from its volumes.
    site.cluster
        .kubectl("delete", "namespace", there, "--ignore-not-found", "--wait=false")
        .requireSuccess();
  }

  @Test
  void point30_definitionsAndNamespaceThatStayAreToldWhileTheAddonGoesAndAfterwards() {
    site.order("shop", there, "2.0.0", "");
    site.awaitPhase("shop", Phase.INSTALLED);
    site.addon("shop").delete();
    site.awaitTold(
        "what stays is told before it is certain",
        "shop",
        status ->
            String.valueOf(status.message())
                .contains(
                    "uninstalling release %s/shop, without CustomResourceDefinition/folders.left"
                        .formatted(there)));
    complete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));

    assertThat(leftovers("shop"))
        .isEqualTo(
            "what stays: CustomResourceDefinition/keepers.left.example.com (its chart wants it"
                + " kept), CustomResourceDefinition/folders.left.example.com (of its crds folder),"
                + " Namespace/%s (made for addons); delete by hand what nobody needs"
                    .formatted(there));
    site.cluster.kubectl("get", FOLDER, KEPT, "namespace/" + there).requireSuccess();
  }

  @Test
  void point30_namespaceThatOthersUseAndDefinitionsThatAreGoneAreNotLeftOver() {
    site.order("shop", there, "1.0.0", "");
    order("other");
    site.awaitPhase("shop", Phase.INSTALLED);
    site.awaitPhase("other", Phase.INSTALLED);
    site.cluster.kubectl("delete", FOLDER).requireSuccess();

    site.addon("shop").delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));

    assertThat(leftovers("shop"))
        .contains("keepers.left")
        .doesNotContain("folders.left", "Namespace");
    site.cluster
        .kubectlReading(
            """
            apiVersion: v1
            kind: PersistentVolumeClaim
            metadata: {name: data}
            spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}
            """,
            "--namespace=" + there,
            "apply",
            "-f",
            "-")
        .requireSuccess();
    site.addon("other").delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("other"));
    assertThat(leftovers("other"))
        .contains(
            "Namespace/%s (made for addons; PersistentVolumeClaims with data in it: 1)"
                .formatted(there));
  }

  private void order(String name) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: %s}
        spec:
          clusterRef: {name: web}
          helm: {repository: "%s", chart: plain, namespace: %s}
          version: 1.0.0
        """
            .formatted(name, site.address(), there));
  }

  private String leftovers(String addon) {
    Await.untilTrue(
        "what stays is told", Site.PATIENCE, () -> !site.events(addon, "AddonLeftovers").isEmpty());
    return site.events(addon, "AddonLeftovers").getFirst();
  }

  /** Plays the Job controller for the hook that Helm waits for. */
  private void complete() {
    Await.untilTrue(
        "Helm asks for its hook",
        Site.PATIENCE,
        () -> site.admin.batch().v1().jobs().inNamespace(there).withName("before").get() != null);
    site.cluster
        .kubectl(
            "patch",
            "job",
            "before",
            "--namespace",
            there,
            "--subresource=status",
            "--type=merge",
            "-p",
            """
            {"status": {"succeeded": 1,
              "startTime": "2026-03-01T12:00:00Z", "completionTime": "2026-03-01T12:00:01Z",
              "conditions": [{"type": "SuccessCriteriaMet", "status": "True"},
                {"type": "Complete", "status": "True"}]}}
            """)
        .requireSuccess();
  }

  private static String definition(String plural, String kind, String more) {
    return """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: %s.left.example.com
          %s
        spec:
          group: left.example.com
          scope: Namespaced
          names: {plural: %s, kind: %s}
          versions:
          - name: v1
            served: true
            storage: true
            schema: {openAPIV3Schema: {type: object}}
        """
        .formatted(plural, more, plural, kind);
  }
}
