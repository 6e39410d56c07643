package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.api.addons.ManagementAddonStatus;
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

/** An addon is installed when the cluster has what its definition needs there. */
@OnRealApiServer
class PreflightIT {

  @TempDir Path folder;
  private TestCluster cluster;
  private Site site;
  private String there;

  @BeforeEach
  void open(TestCluster given) throws IOException {
    cluster = given;
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish("web", "1.0.0", Map.of("map.yaml", configMap("web", "{{ .Values.a | quote }}")));
  }

  @AfterEach
  void close() {
    cluster.kubectl("delete", "storageclass", there, "--ignore-not-found").requireSuccess();
    cluster.kubectl("delete", "crd", "disks." + group(), "--ignore-not-found").requireSuccess();
    site.close();
  }

  /** A kind of its own: tests share an API server. */
  private String group() {
    return "g%s.example.com".formatted(there.replace("-", ""));
  }

  /** As one that is the default one, by an annotation that is this test's alone. */
  private void storage(String marked) {
    site.apply(
        """
        apiVersion: storage.k8s.io/v1
        kind: StorageClass
        metadata: {name: %s, annotations: {%s/is-default-class: "%s"}}
        provisioner: example.com/none
        """
            .formatted(there, group(), marked));
  }

  private String definition() {
    return site.definition(
        "1.0.0",
        """
        defaults: {namespace: %s, releaseName: shop, values: {a: one}}
        preflight:
          - apiVersion: storage.k8s.io/v1
            kind: StorageClass
            annotations: {%s/is-default-class: "true"}
            unlessValue: disk.class
        """
            .formatted(there, group()));
  }

  private void order(String definition, String more) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec: {clusterRef: {name: web}, addon: %s%s}
        """
            .formatted(definition, more));
  }

  @Test
  void point27_addonWaitsForAStorageClassAndGoesOnByItself() {
    var definition = definition();
    storage("false");
    order(definition, "");
    site.awaitReason("shop", "Ready", "PreflightUnmet");
    Await.untilTrue("it is named", Site.PATIENCE, () -> message().contains("is not there"));
    var pending = Objects.requireNonNull(site.addon("shop").require().getStatus());

    storage("true");
    site.awaitPhase("shop", Phase.INSTALLED);
    storage("false");
    order(definition, ", values: {a: two}");
    Await.untilTrue(
        "what is installed is not held back",
        Site.PATIENCE,
        () -> site.shown(there, "web").equals("two"));

    assertThat(pending.phase()).isEqualTo(Phase.PENDING);
    assertThat(pending.message())
        .contains(
            "StorageClass with the annotation %s/is-default-class: \"true\" is not there"
                .formatted(group()))
        .contains("make it, or install what brings it");
    site.awaitPhase("shop", Phase.INSTALLED);
  }

  @Test
  void point27_addonWhoseValuesNeedNoneIsNotHeldBack() {
    order(definition(), ", values: {disk: {class: own}}");

    site.awaitPhase("shop", Phase.INSTALLED);
  }

  @Test
  void point27_kindOfAnotherProductIsWaitedForAndProcessesMayChange() {
    order(
        site.definition(
            "1.0.0",
            """
            defaults: {namespace: %s, releaseName: shop, values: {a: one}}
            preflight: [{apiVersion: %s/v1, kind: Disk, name: big, namespace: %s}]
            """
                .formatted(there, group(), there)),
        "");
    Await.untilTrue(
        "the kind is missed",
        Site.PATIENCE,
        () -> message().contains("the cluster does not know the kind Disk of " + group()));
    site.stop();
    site.open();

    serve();
    Await.untilTrue(
        "the object is missed", Site.PATIENCE, () -> message().contains("Disk big is not there"));
    var disk = "{apiVersion: %s/v1, kind: Disk, metadata: {name: big}}".formatted(group());
    cluster.kubectlReading(disk, "apply", "-n", there, "-f", "-").requireSuccess();

    site.awaitPhase("shop", Phase.INSTALLED);
  }

  private void serve() {
    site.apply(
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: disks.%s}
        spec:
          group: %s
          scope: Namespaced
          names: {kind: Disk, plural: disks}
          versions:
            - name: v1
              served: true
              storage: true
              schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
        """
            .formatted(group(), group()));
    cluster
        .kubectl("wait", "--for=condition=Established", "crd/disks." + group(), "--timeout=60s")
        .requireSuccess();
  }

  @Test
  void point27_managementAddonWaitsToo() {
    var definition = definition();
    var name = "ma-" + cluster.namespace();
    var addon = site.admin.resources(ManagementAddon.class).withName(name);
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ManagementAddon
        metadata: {name: %s}
        spec: {addon: %s}
        """
            .formatted(name, definition));
    Await.untilTrue(
        "it waits",
        Site.PATIENCE,
        () -> {
          var status = addon.require().getStatus();
          return status != null && String.valueOf(status.message()).contains("is not there");
        });

    storage("true");
    Await.untilTrue(
        "it is installed",
        Site.PATIENCE,
        () -> addon.require().getStatus().phase() == ManagementAddonStatus.Phase.INSTALLED);
    assertThat(site.shown(there, "web")).isEqualTo("one");
    addon.delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(addon);
  }

  private String message() {
    var status = site.addon("shop").require().getStatus();
    return status == null ? "" : String.valueOf(status.message());
  }
}
