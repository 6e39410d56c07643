package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.api.addons.ManagementAddonStatus;
import dev.butlerlabs.butler.api.addons.ManagementAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
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

/** Addons on the management cluster itself. */
@OnRealApiServer
class ManagementAddonIT {

  @TempDir Path folder;
  private Site site;
  private String there = "";
  private String definition = "";
  private String name = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    name = "ma-" + cluster.namespace();
    var map = configMap("web", "{{ printf \"%s %s\" .Values.low .Values.high | quote }}");
    site.publish("web", "1.0.0", Map.of("map.yaml", map));
    site.publish("web", "2.0.0", Map.of("map.yaml", map, "app.yaml", Site.deployment("app")));
    definition =
        site.definition(
            "1.0.0",
            "defaults: {namespace: %s, values: {low: catalog, high: catalog}}".formatted(there));
  }

  @AfterEach
  void close() {
    addon().delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(addon());
    site.cluster.kubectl("delete", "addondefinition", definition).requireSuccess();
    site.close();
  }

  @Test
  void point6_valuesOfCatalogAndAddonArriveAndSoDoEdits() throws IOException {
    order("values: {high: mine}");
    var first = awaitTold("it is installed", status -> status.phase() == Phase.INSTALLED);
    assertThat(shown()).isEqualTo("catalog mine");

    order("values: {high: edited}");
    var second =
        awaitTold(
            "the edit is through",
            status -> revision(status) == 2 && status.phase() == Phase.INSTALLED);

    assertThat(shown()).isEqualTo("catalog edited");
    assertThat(first.lastAttemptedVersion()).isEqualTo("1.0.0");
    assertThat(second.lastAttemptedVersion()).isEqualTo("1.0.0");
  }

  @Test
  void pausedAddonIsLeftAsItIsUntilItIsNotPausedAnyMore() throws IOException {
    order("values: {high: mine}");
    awaitTold("it is installed", status -> status.phase() == Phase.INSTALLED);

    order("values: {high: edited}\npaused: true");
    awaitTold("it is paused", status -> String.valueOf(status.message()).startsWith("paused"));
    assertThat(shown()).isEqualTo("catalog mine");
    order("values: {high: edited}\npaused: false");
    awaitTold("the edit is through", status -> revision(status) == 2);

    assertThat(shown()).isEqualTo("catalog edited");
  }

  @Test
  void versionThatWasTriedIsToldAndHealthIsThatOfTheWorkloads() throws IOException {
    order("version: 9.9.9");
    var failed = awaitTold("it has failed", status -> status.phase() == Phase.FAILED);
    assertThat(failed.lastAttemptedVersion()).isEqualTo("9.9.9");
    assertThat(failed.installedVersion()).isNull();

    order("version: 2.0.0");
    var installing = awaitTold("Helm is through", status -> revision(status) == 1);
    assertThat(installing.phase()).isEqualTo(Phase.INSTALLING);
    site.ready(there, "app", 1);
    awaitTold("it serves", status -> status.phase() == Phase.INSTALLED);

    addon().delete();
    site.cluster.await().within(Site.PATIENCE).untilGone(addon());
    assertThat(site.helm(there, "list", "--output", "json")).isEqualToIgnoringWhitespace("[]");
  }

  private Resource<ManagementAddon> addon() {
    return site.admin.resources(ManagementAddon.class).withName(name);
  }

  private void order(String more) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ManagementAddon
        metadata: {name: %s}
        spec:
          addon: %s
        %s
        """
            .formatted(name, definition, more.indent(2)));
  }

  private ManagementAddonStatus awaitTold(String what, Predicate<ManagementAddonStatus> wanted) {
    var found =
        new Await(site.admin)
            .within(Site.PATIENCE)
            .until(what, addon(), one -> one.getStatus() != null && wanted.test(one.getStatus()));
    return Objects.requireNonNull(found.getStatus());
  }

  private static int revision(ManagementAddonStatus status) {
    var release = status.helmRelease();
    return release == null || release.revision() == null ? 0 : release.revision();
  }

  private String shown() {
    var map = site.admin.configMaps().inNamespace(there).withName("web");
    return map.require().getData().getOrDefault("shown", "");
  }
}
