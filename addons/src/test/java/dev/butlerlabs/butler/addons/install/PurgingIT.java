package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an addon would leave behind goes with it, by wish: the real Helm, a real API server. */
@OnRealApiServer
class PurgingIT {

  @TempDir Path folder;
  private Site site;
  private String group = "";
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.namespace() + "-made";
    group = "p%s.example.com".formatted(cluster.namespace().replace("-", ""));
    site.publish(
        "web",
        "1.0.0",
        Map.of(
            "map.yaml", configMap("{{ .Release.Name }}", "x"),
            "/crds/cups.yaml", kind("cups", "Cup"),
            "/crds/pots.yaml", kind("pots", "Pot")));
  }

  @AfterEach
  void close() {
    site.cluster.kubectl("delete", "pots." + group, "--all", "-A", "--wait=false");
    site.close();
    site.cluster
        .kubectl("delete", "crd", "cups." + group, "pots." + group, "--ignore-not-found")
        .requireSuccess();
    // Nobody here ends namespaces.
    site.cluster
        .kubectl("delete", "namespace", there, "--ignore-not-found", "--wait=false")
        .requireSuccess();
  }

  @Test
  void point30_whatHoldsNothingIsPurgedAndAKindWithObjectsStays() {
    install("shop", "leftovers: Empty");
    pot("");

    remove("shop");

    assertThat(told("AddonPurged")).contains("CustomResourceDefinition/cups." + group);
    assertThat(told("AddonLeftovers"))
        .contains(
            "CustomResourceDefinition/pots.%s (objects of it: 1)".formatted(group),
            "Namespace/%s (holds Pot mine)".formatted(there));
    assertThat(site.cluster.kubectl("get", "crd", "cups." + group).exit()).isNotZero();
    site.cluster.kubectl("get", "pots." + group, "mine", "--namespace", there).requireSuccess();
    assertThat(namespace().require().getMetadata().getDeletionTimestamp()).isNull();
  }

  @Test
  void point30_namespaceThatHoldsNothingIsPurged() {
    install("shop", "leftovers: Empty");

    remove("shop");

    assertThat(told("AddonPurged"))
        .contains("cups." + group, "pots." + group, "Namespace/" + there);
    assertThat(namespace().require().isMarkedForDeletion()).isTrue();
    assertThat(site.events("shop", "AddonLeftovers")).isEmpty();
  }

  @Test
  void point30_allGoesWithWhatItHoldsAndWhatIsHeldIsTold() {
    install("shop", "leftovers: All");
    pot("finalizers: [example.com/held]");

    site.addon("shop").delete();
    var held =
        site.awaitTold(
            "what is held is told",
            "shop",
            status -> String.valueOf(status.message()).contains("example.com/held"));

    assertThat(held.phase()).isEqualTo(Phase.DELETING);
    assertThat(held.message())
        .contains(
            "pots." + group,
            there + "/mine (example.com/held)",
            "purged so far: CustomResourceDefinition/cups." + group,
            "spec.leftovers: Keep");
    assertThat(namespace().require().isMarkedForDeletion()).as("comes last").isFalse();
    site.cluster
        .kubectl(
            "patch",
            "pots." + group,
            "mine",
            "--namespace",
            there,
            "--type=merge",
            "-p",
            "{\"metadata\":{\"finalizers\":null}}")
        .requireSuccess();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));
    assertThat(told("AddonPurged")).contains("Namespace/" + there);
    assertThat(site.cluster.kubectl("get", "crd", "pots." + group).exit()).isNotZero();
  }

  @Test
  void point30_kindThatAnotherReleaseBringsStaysAndGoesWithThat() {
    install("shop", "leftovers: All");
    install("other", "leftovers: All");

    remove("shop");

    assertThat(told("AddonLeftovers"))
        .contains("cups.%s (release %s/other has it too)".formatted(group, there))
        .doesNotContain("Namespace");
    site.cluster.kubectl("get", "crd", "cups." + group, "pots." + group).requireSuccess();
    remove("other");
    assertThat(site.cluster.kubectl("get", "crd", "cups." + group).exit()).isNotZero();
    assertThat(namespace().require().isMarkedForDeletion()).isTrue();
  }

  @Test
  void point30_kindThatSomebodyElseWroteStays() {
    install("shop", "leftovers: All");
    site.cluster
        .kubectl("label", "crd", "cups." + group, "team=kitchen", "--field-manager=kitchen")
        .requireSuccess();

    remove("shop");

    assertThat(told("AddonLeftovers")).contains("cups.%s (kitchen wrote it too)".formatted(group));
    assertThat(told("AddonPurged")).contains("pots." + group).doesNotContain("cups");
  }

  /** Whether the release is gone by then or not, nothing but the marks tells what it brought. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void point30_whatIsToGoIsKnownAfterTheProcessWasKilledAroundTheUninstallation(boolean after) {
    install("shop", "leftovers: Empty");
    site.stop();
    var dying = new DyingHelm(site.workshop.helm(), 2, after);
    site.open(dying.helm());

    site.addon("shop").delete();
    Await.untilTrue("it is killed", Site.PATIENCE, () -> dying.death().isDone());
    site.stop();
    assertThat(site.admin.secrets().inNamespace(there).list().getItems().isEmpty())
        .as("the release is gone")
        .isEqualTo(after);
    site.cluster.kubectl("get", "crd", "cups." + group, "pots." + group).requireSuccess();
    site.open();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));

    assertThat(told("AddonPurged"))
        .contains("cups." + group, "pots." + group, "Namespace/" + there);
    assertThat(site.cluster.kubectl("get", "crd", "cups." + group).exit()).isNotZero();
  }

  @Test
  void point30_wishToPurgeWhatIsNotUninstalledIsRefused() {
    var refused =
        site.cluster.kubectlReading(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: TenantAddon
            metadata: {name: shop}
            spec: {clusterRef: {name: web}, addon: nats, deletionPolicy: Orphan, leftovers: All}
            """,
            "apply",
            "-f",
            "-");

    assertThat(refused.exit()).isNotZero();
    assertThat(refused.toString()).contains("spec.leftovers", "nothing is purged");
  }

  private void install(String name, String more) {
    site.order(name, there, "1.0.0", more);
    site.awaitPhase(name, Phase.INSTALLED);
  }

  private void remove(String name) {
    site.addon(name).delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon(name));
  }

  private void pot(String more) {
    site.cluster
        .kubectlReading(
            """
            apiVersion: %s/v1
            kind: Pot
            metadata:
              name: mine
              %s
            """
                .formatted(group, more),
            "--namespace=" + there,
            "apply",
            "-f",
            "-")
        .requireSuccess();
  }

  private Resource<Namespace> namespace() {
    return site.admin.namespaces().withName(there);
  }

  private String told(String reason) {
    Await.untilTrue(
        reason + " is told", Site.PATIENCE, () -> !site.events("shop", reason).isEmpty());
    return site.events("shop", reason).getFirst();
  }

  private String kind(String plural, String kind) {
    return """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: %s.%s}
        spec:
          group: %s
          scope: Namespaced
          names: {plural: %s, kind: %s}
          versions:
          - name: v1
            served: true
            storage: true
            schema: {openAPIV3Schema: {type: object}}
        """
        .formatted(plural, group, group, plural, kind);
  }
}
