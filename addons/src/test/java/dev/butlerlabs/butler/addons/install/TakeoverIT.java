package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.PendingUpgrade;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
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

/** Somebody else has the release that an addon wants: what taking it over would change. */
@OnRealApiServer
class TakeoverIT {

  private static final String SHOWN =
      configMap("{{ .Release.Name }}", "{{ .Values.shown | default \"x\" | quote }}");
  private static final Map<String, String> THEIRS =
      Map.of("map.yaml", SHOWN, "old.yaml", configMap("old", "x"));
  private static final Map<String, String> OURS =
      Map.of("map.yaml", SHOWN, "new.yaml", configMap("new", "x"));

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish("web", "1.0.0", OURS);
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void point13_whatTakingOverWouldChangeIsToldBeforeConsent() throws IOException {
    var theirs = site.workshop.chart("web", "0.9.0", THEIRS).toString();
    site.helm(there, "install", "shop", theirs, "--set", "shown=canary-theirs");

    site.order("shop", there, "1.0.0", "values: {shown: canary-ours}");
    var first = awaitTold("1 added, 1 changed, 1 removed");

    assertThat(first.version()).isEqualTo("1.0.0");
    assertThat(first.changes())
        .containsExactlyInAnyOrder(
            "removes ConfigMap old", "changes ConfigMap shop: data.shown", "adds ConfigMap new");
    var status = Objects.requireNonNull(site.addon("shop").require().getStatus());
    assertThat(status.phase()).isEqualTo(Phase.FAILED);
    assertThat(status.message()).contains("revision 1", "adopt-release", "status.pendingUpgrade");
    assertThat(status.toString()).doesNotContain("canary");
    assertThat(site.history(there, "shop")).doesNotContain("\"revision\":2");
    site.helm(there, "upgrade", "shop", theirs, "--set", "shown=canary-ours");
    awaitTold("1 added, 0 changed, 1 removed");
    site.cluster
        .kubectl("annotate", "tenantaddon", "shop", "butler.butlerlabs.dev/adopt-release=true")
        .requireSuccess();
    var adopted = site.awaitPhase("shop", Phase.INSTALLED);

    assertThat(adopted.pendingUpgrade()).isNull();
    assertThat(Objects.requireNonNull(adopted.helmRelease()).revision()).isEqualTo(3);
    assertThat(site.events("shop", "AddonUpgradeOffered")).isEmpty();
  }

  @Test
  void point13_whatComesBeforeIsComparedTooAndOnTheClusterWhereOnlyItCanTell() throws IOException {
    var asks = "{{ lookup \"v1\" \"ConfigMap\" \"none\" \"none\" | len | quote }}";
    site.publish("base", "3.0.0", Map.of("base.yaml", configMap("base", asks)));
    var theirs =
        site.workshop.chart("base", "2.0.0", Map.of("b.yaml", configMap("base", "theirs")));
    site.helm(there, "install", "base", theirs.toString());
    var definition =
        site.definition(
            "1.0.0",
            "prerequisites: [{chart: base, version: 3.0.0}]\ndefaults: {namespace: %s, releaseName: shop}"
                .formatted(there));

    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec: {clusterRef: {name: web}, addon: %s}
        """
            .formatted(definition));
    var told = awaitTold("0 added, 1 changed, 0 removed");

    assertThat(told.changes()).containsExactly("changes ConfigMap base: data.shown");
    site.addon("shop").delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));
    site.cluster.kubectl("delete", "addondefinition", definition).requireSuccess();
  }

  @Test
  void point13_engineThatLooksAfterTheReleaseIsNamedUntilItIsTakenOver() throws IOException {
    var map =
        SHOWN.replace("metadata:", "metadata:\n  labels: {helm.toolkit.fluxcd.io/name: shop}");
    var theirs = site.workshop.chart("web", "0.9.0", Map.of("map.yaml", map)).toString();
    site.helm(there, "install", "shop", theirs);

    site.order("shop", there, "1.0.0", "");
    var told = awaitTold("1 added, 1 changed, 0 removed");

    assertThat(told.version()).isEqualTo("1.0.0");
    var status = Objects.requireNonNull(site.addon("shop").require().getStatus());
    assertThat(site.told("shop", "Ready", "ReleaseOfFlux")).isTrue();
    assertThat(status.message()).contains("Flux looks after", "stop Flux first", "adopt-release");
    site.cluster
        .kubectl("annotate", "tenantaddon", "shop", "butler.butlerlabs.dev/adopt-release=true")
        .requireSuccess();
    site.awaitPhase("shop", Phase.INSTALLED);
  }

  @Test
  void point13_engineWhoseObjectIsInTheWayIsNamed() {
    site.cluster
        .kubectlReading(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: new
              annotations: {argocd.argoproj.io/tracking-id: "shop:/ConfigMap:%s/new"}
            """
                .formatted(there),
            "--namespace=" + there,
            "apply",
            "-f",
            "-")
        .requireSuccess();

    site.order("shop", there, "1.0.0", "");
    site.awaitReason("shop", "Ready", "ObjectOfArgoCd");

    assertThat(Objects.requireNonNull(site.addon("shop").require().getStatus()).message())
        .contains("ConfigMap \"new\"", "leave it to Argo CD");
  }

  private PendingUpgrade awaitTold(String summary) {
    var status =
        site.awaitTold(
            summary,
            "shop",
            one -> one.pendingUpgrade() != null && summary.equals(one.pendingUpgrade().summary()));
    return Objects.requireNonNull(status.pendingUpgrade());
  }
}
