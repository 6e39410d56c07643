package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static dev.butlerlabs.butler.addons.install.Site.as;
import static dev.butlerlabs.butler.addons.install.Site.deployment;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.install.Everything.Thing;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ManagedFieldsEntry;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Somebody changes what an addon has installed: the real Helm, a real API server. */
@OnRealApiServer
class DriftIT {

  private static final String REPAIR = "driftPolicy: Repair";

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
  void point16_everyKindThatIsDeletedOrEditedIsRepairedWithinSeconds() throws IOException {
    var release = "all-" + there;
    site.publish("web", "1.0.0", Everything.chart());
    site.order(release, there, "1.0.0", REPAIR);
    site.awaitSynced(release, "AsReleased");
    var nanos = new ArrayList<Long>();

    for (var thing : Everything.THINGS) {
      var object = object(thing, release);
      var whole = content(object.require());
      nanos.add(
          repaired(
              thing + " edited", object, whole, () -> object.patch(as("somebody"), thing.patch())));
      // A claim goes only when its protection lets it, and nobody does here.
      if (!thing.kind().equals("PersistentVolumeClaim")) {
        nanos.add(repaired(thing + " deleted", object, whole, object::delete));
      }
    }

    nanos.sort(null);
    var slowest = percentile(nanos, 99);
    System.out.printf(
        "drift: %d repairs, p50 %d ms, p99 %d ms%n",
        nanos.size(), percentile(nanos, 50).toMillis(), slowest.toMillis());
    assertThat(slowest).isLessThanOrEqualTo(Duration.ofSeconds(5));
    assertThat(site.history(there, release)).doesNotContain("\"revision\":2");
    var chart = site.workshop.chart("web", "1.0.0", Everything.chart());
    var start = System.nanoTime();
    site.helm(there, "upgrade", release, chart.toString(), "--force-conflicts");
    System.out.printf(
        "drift: Helm takes %d ms to upgrade to the same%n",
        Duration.ofNanos(System.nanoTime() - start).toMillis());
  }

  private static Duration percentile(List<Long> sorted, int percent) {
    return Duration.ofNanos(sorted.get((sorted.size() * percent + 99) / 100 - 1));
  }

  private long repaired(
      String what, Resource<GenericKubernetesResource> object, Object whole, Runnable spoil) {
    var before = object.require().getMetadata().getResourceVersion();
    var start = System.nanoTime();
    spoil.run();
    Await.untilTrue(
        what + " is as it was",
        Site.PATIENCE,
        () -> {
          var now = object.get();
          return now != null
              && !now.getMetadata().getResourceVersion().equals(before)
              && content(now).equals(whole);
        });
    return System.nanoTime() - start;
  }

  @Test
  void point16_repairLeavesTheReleaseAsHelmKnowsIt() throws IOException {
    var hook =
        configMap("hook", "x")
            .replace(
                "metadata:",
                "metadata:\n  annotations: {helm.sh/hook: \"pre-install,pre-upgrade,pre-rollback\"}");
    site.publish("web", "1.0.0", Map.of("map.yaml", configMap("web", "first"), "hook.yaml", hook));
    site.publish("web", "2.0.0", Map.of("map.yaml", configMap("web", "second")));
    site.order("shop", there, "1.0.0", REPAIR);
    site.awaitSynced("shop", "AsReleased");
    var map = site.admin.configMaps().inNamespace(there).withName("web");
    var owned = helmFields(map.require().getMetadata().getManagedFields());
    site.admin.configMaps().inNamespace(there).withName("hook").delete();

    site.cluster
        .kubectl("patch", "configmap", "web", "-n", there, "-p", "{\"data\":{\"shown\":\"x\"}}")
        .requireSuccess();
    Await.untilTrue(
        "it is repaired",
        Site.PATIENCE,
        () -> "first".equals(map.require().getData().get("shown")));

    assertThat(owned).isNotEmpty();
    assertThat(helmFields(map.require().getMetadata().getManagedFields())).isEqualTo(owned);
    assertThat(site.history(there, "shop")).doesNotContain("\"revision\":2");
    assertThat(site.admin.configMaps().inNamespace(there).withName("hook").get())
        .as("no hook ran")
        .isNull();
    Await.untilTrue(
        "the event is told", Site.PATIENCE, () -> !site.events("shop", "AddonRepaired").isEmpty());
    assertThat(site.events("shop", "AddonRepaired").getFirst())
        .contains("ConfigMap %s/web has another data.shown (written by kubectl".formatted(there));
    site.order("shop", there, "2.0.0", REPAIR);
    site.awaitTold("Helm goes on", "shop", status -> "2.0.0".equals(status.installedVersion()));
    assertThat(map.require().getData()).containsEntry("shown", "second");
  }

  @Test
  void point16_whatOthersWriteByDesignIsNotFought() throws IOException {
    var replicas =
        deployment("app").replace("spec:\n  selector", "spec:\n  replicas: 1\n  selector");
    var webhook = Everything.THINGS[Everything.THINGS.length - 1];
    site.publish(
        "web",
        "1.0.0",
        Map.of(
            "app.yaml",
            replicas,
            "hook.yaml",
            Everything.chart().get("validatingwebhookconfiguration.yaml")));
    var release = "own-" + there;
    site.order(release, there, "1.0.0", REPAIR);
    site.awaitSynced(release, "AsReleased");
    var app = site.admin.apps().deployments().inNamespace(there).withName("app");
    var hook = object(webhook, release);

    // A stand-in for the autoscaler, under the name of the program it runs in.
    app.patch(as("kube-controller-manager"), "{\"spec\":{\"replicas\":3}}");
    app.patch(as("somebody"), "{\"spec\":{\"revisionHistoryLimit\":3}}");
    hook.patch(items("injector"), replace("/webhooks/0/clientConfig/caBundle", authority()));
    // What comes after them on the same object is repaired, so they were looked at.
    app.patch(
        items("somebody"), replace("/spec/template/spec/containers/0/image", "example.com/other"));
    hook.patch(items("somebody"), replace("/webhooks/0/failurePolicy", "Fail"));
    Await.untilTrue(
        "the rest is repaired",
        Site.PATIENCE,
        () ->
            !app.require().toString().contains("example.com/other")
                && content(hook.require()).toString().contains("failurePolicy=Ignore"));
    site.awaitSynced(release, "AsReleased");

    assertThat(app.require().getSpec().getReplicas()).isEqualTo(3);
    assertThat(app.require().getSpec().getRevisionHistoryLimit()).isEqualTo(3);
    assertThat(content(hook.require()).toString()).contains(authority());
  }

  @Test
  void point16_settledReleaseCostsTheTenantNoCalls() throws IOException {
    site.publish(
        "web", "1.0.0", Map.of("app.yaml", deployment("app"), "map.yaml", configMap("web", "x")));
    site.order("shop", there, "1.0.0", REPAIR);
    site.ready(there, "app", 1);
    site.awaitPhase("shop", Phase.INSTALLED);
    site.awaitSynced("shop", "AsReleased");

    // What the watches told last may still be looked at; then nothing is, however often its health
    // changes.
    Await.untilTrue(
        "its objects are let alone",
        Site.PATIENCE,
        () -> {
          var before = site.calls();
          for (var round = 1; round <= 3; round++) {
            site.ready(there, "app", 0);
            site.awaitPhase("shop", Phase.DEGRADED);
            site.ready(there, "app", 1);
            site.awaitPhase("shop", Phase.INSTALLED);
          }
          return site.calls() == before;
        });

    assertThat(site.calls()).isPositive();
  }

  private Resource<GenericKubernetesResource> object(Thing thing, String release) {
    var all = site.admin.genericKubernetesResources(thing.context());
    return thing.context().isNamespaceScoped()
        ? all.inNamespace(there).withName(thing.name(release))
        : all.withName(thing.name(release));
  }

  private static PatchContext items(String manager) {
    return new PatchContext.Builder()
        .withPatchType(PatchType.JSON)
        .withFieldManager(manager)
        .build();
  }

  private static String replace(String path, String value) {
    return "[{\"op\":\"add\",\"path\":\"%s\",\"value\":\"%s\"}]".formatted(path, value);
  }

  private static Object content(GenericKubernetesResource object) {
    var content = new HashMap<>(object.getAdditionalProperties());
    content.remove("status");
    // Addresses are given anew to what is made anew.
    if (content.get("spec") instanceof Map<?, ?> spec) {
      var kept = new HashMap<Object, Object>(spec);
      kept.keySet().removeAll(List.of("clusterIP", "clusterIPs"));
      content.put("spec", kept);
    }
    var notes = new HashMap<>(object.getMetadata().getAnnotations());
    // The API server counts changes of a DaemonSet there.
    notes.remove("deprecated.daemonset.template.generation");
    return List.of(content, object.getMetadata().getLabels(), notes);
  }

  private static List<Object> helmFields(List<ManagedFieldsEntry> entries) {
    return entries.stream()
        .filter(one -> one.getManager().equals("helm"))
        .<Object>map(one -> one.getOperation() + one.getFieldsV1().getAdditionalProperties())
        .toList();
  }

  /** The authority of the API server itself, so that it is one. */
  private String authority() {
    return site.admin.getConfiguration().getCaCertData();
  }
}
