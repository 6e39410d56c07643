package dev.butlerlabs.butler.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@OnRealApiServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RealApiServerIT {

  private static final Path WIDGETS =
      Path.of("src", "test", "resources", "widgets.example.dev.yaml");

  private final Set<String> namespacesSeen = new HashSet<>();

  @RepeatedTest(2)
  void eachTestHasANamespaceOfItsOwn(TestCluster cluster) {
    assertThat(namespacesSeen.add(cluster.namespace())).isTrue();
    assertThat(cluster.namespace()).isEqualTo(cluster.namespace()).startsWith("real-api-server-it");
    assertThat(cluster.client().namespaces().withName(cluster.namespace()).get()).isNotNull();
  }

  @Test
  void deletedNamespaceIsEmptiedAndGoes(TestCluster cluster) {
    var namespace = cluster.freshNamespace();
    create(cluster, namespace, "inside");

    cluster.client().namespaces().withName(namespace).delete();

    cluster.await().untilGone(cluster.client().namespaces().withName(namespace));
  }

  @Test
  void objectGoesWhenItsOwnerGoes(TestCluster cluster) {
    var owner = create(cluster, cluster.namespace(), "owner");
    var owned = map("owned");
    owned.getMetadata().getOwnerReferences().add(ownedBy(owner));
    var maps = cluster.client().configMaps().inNamespace(cluster.namespace());
    maps.resource(owned).create();

    maps.withName("owner").delete();

    cluster.await().untilGone(maps.withName("owned"));
  }

  @Test
  void installedKindIsServedAtOnce(TestCluster cluster) {
    cluster.install(WIDGETS);

    var result =
        cluster.kubectlReading(
            """
            {apiVersion: example.dev/v1, kind: Widget, metadata: {name: small}, spec: {size: 1}}
            """,
            "create",
            "-f",
            "-");

    assertThat(result.requireSuccess()).isEqualTo("widget.example.dev/small created\n");
  }

  @Test
  void kindIsInstalledFromTheClassPathToo(TestCluster cluster) {
    cluster.installResources("widgets.example.dev.yaml");

    assertThat(cluster.kubectl("get", "widgets").requireSuccess()).isEmpty();
  }

  @Test
  void kindThatSomebodyChangedIsInstalledAsItWas(TestCluster cluster) {
    cluster.install(WIDGETS);
    var smallest =
        "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/minimum";
    var change = "[{\"op\":\"replace\",\"path\":\"%s\",\"value\":5}]".formatted(smallest);
    cluster
        .kubectl("patch", "crd", "widgets.example.dev", "--type=json", "--patch=" + change)
        .requireSuccess();

    cluster.install(WIDGETS);

    var path = "jsonpath={" + smallest.replace('/', '.').replace(".0.", "[0].") + "}";
    var seen = cluster.kubectl("get", "crd", "widgets.example.dev", "-o", path);
    assertThat(seen.requireSuccess()).isEqualTo("1");
  }

  @Test
  void kindThatSomebodyRemovedIsInstalledAgain(TestCluster cluster) {
    cluster.install(WIDGETS);
    cluster.kubectl("delete", "crd", "widgets.example.dev").requireSuccess();

    cluster.install(WIDGETS);

    assertThat(cluster.kubectl("get", "widgets").requireSuccess()).isEmpty();
  }

  @Test
  void kubectlSaysWhatAUserWouldRead(TestCluster cluster) {
    cluster.install(WIDGETS);

    var refused =
        cluster.kubectlReading(
            """
            {apiVersion: example.dev/v1, kind: Widget, metadata: {name: none}, spec: {size: 0}}
            """,
            "create",
            "-f",
            "-");

    assertThat(refused.exit()).isEqualTo(1);
    assertThat(refused.stdout()).isEmpty();
    assertThat(refused.stderr()).contains("spec.size", "should be greater than or equal to 1");
  }

  @Test
  void kubeconfigLetsOtherProgramsIn(TestCluster cluster) {
    assertThat(cluster.kubeconfig()).isRegularFile();
    assertThat(cluster.config().getMasterUrl()).startsWith("https://127.0.0.1:");
  }

  @Test
  void waitingInVainTellsStatusAndEvents(TestCluster cluster) {
    cluster.install(WIDGETS);
    cluster.kubectlReading(
        """
        {apiVersion: example.dev/v1, kind: Widget, metadata: {name: slow}, spec: {size: 2}}
        """,
        "create",
        "-f",
        "-");
    cluster.kubectl(
        "patch",
        "widget",
        "slow",
        "--subresource=status",
        "--type=merge",
        "--patch={\"status\":{\"phase\":\"Pending\"}}");
    var widget =
        cluster
            .client()
            .genericKubernetesResources("example.dev/v1", "Widget")
            .inNamespace(cluster.namespace())
            .withName("slow");
    tellEvent(cluster, Objects.requireNonNull(widget.get()).getMetadata().getUid());

    // As long as it may take to see the widget at all.
    var brief = cluster.await().within(Duration.ofSeconds(5));
    assertThatThrownBy(() -> brief.until("the widget is ready", widget, _ -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("until the widget is ready")
        .hasMessageContaining("Widget %s/slow".formatted(cluster.namespace()))
        .hasMessageContaining("phase: \"Pending\"")
        .hasMessageContaining("Warning NoStock: there are no widgets left");
  }

  @Test
  void waitingForWhatDoesNotExistSaysSo(TestCluster cluster) {
    var missing = cluster.client().configMaps().inNamespace(cluster.namespace()).withName("none");
    var brief = cluster.await().within(Duration.ofMillis(300));

    assertThatThrownBy(() -> brief.until("it is there", missing, _ -> true))
        .hasMessageContaining("Nothing of it exists");
  }

  @Test
  void waitEndsWithTheObjectThatMetTheCondition(TestCluster cluster) {
    var maps = cluster.client().configMaps().inNamespace(cluster.namespace());
    Thread.startVirtualThread(() -> create(cluster, cluster.namespace(), "later"));

    var seen = cluster.await().until("it is there", maps.withName("later"), _ -> true);

    assertThat(seen.getMetadata().getName()).isEqualTo("later");
  }

  private static void tellEvent(TestCluster cluster, String uid) {
    cluster
        .kubectlReading(
            """
            {apiVersion: v1, kind: Event, metadata: {name: slow-1}, type: Warning, reason: NoStock,
             message: there are no widgets left, involvedObject: {apiVersion: example.dev/v1, kind: Widget,
             namespace: %s, name: slow, uid: %s}}
            """
                .formatted(cluster.namespace(), uid),
            "create",
            "-f",
            "-")
        .requireSuccess();
  }

  private static ConfigMap create(TestCluster cluster, String namespace, String name) {
    return cluster.client().configMaps().inNamespace(namespace).resource(map(name)).create();
  }

  private static ConfigMap map(String name) {
    return new ConfigMapBuilder().withNewMetadata().withName(name).endMetadata().build();
  }

  private static OwnerReference ownedBy(ConfigMap owner) {
    return new OwnerReferenceBuilder()
        .withApiVersion("v1")
        .withKind("ConfigMap")
        .withName(owner.getMetadata().getName())
        .withUid(owner.getMetadata().getUid())
        .build();
  }
}
