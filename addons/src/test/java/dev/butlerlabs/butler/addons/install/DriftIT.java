package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
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
  private static final Map<String, String> MAP = Map.of("map.yaml", configMap("web", "first"));

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
      nanos.add(repaired(thing + " edited", object, whole, () -> patch(object, thing.patch())));
      // A claim goes only when its protection lets it, and nobody does here.
      if (!thing.kind().equals("PersistentVolumeClaim")) {
        nanos.add(repaired(thing + " deleted", object, whole, object::delete));
      }
    }

    nanos.sort(null);
    var slowest = Duration.ofNanos(nanos.getLast());
    System.out.printf(
        "drift: %d repairs, median %d ms, slowest %d ms%n",
        nanos.size(), Duration.ofNanos(nanos.get(nanos.size() / 2)).toMillis(), slowest.toMillis());
    assertThat(slowest).isLessThan(Duration.ofSeconds(5));
    assertThat(history(release)).doesNotContain("\"revision\":2");
    var chart = site.workshop.chart("web", "1.0.0", Everything.chart());
    var start = System.nanoTime();
    site.helm(there, "upgrade", release, chart.toString(), "--force-conflicts");
    System.out.printf(
        "drift: Helm takes %d ms to upgrade to the same%n",
        Duration.ofNanos(System.nanoTime() - start).toMillis());
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
    assertThat(history("shop")).doesNotContain("\"revision\":2");
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
  void point16_withoutAWishToRepairDriftIsToldAndLeft() throws IOException {
    site.publish(
        "web",
        "1.0.0",
        Map.of(
            "map.yaml",
            configMap("web", "first"),
            "secret.yaml",
            "apiVersion: v1\nkind: Secret\nmetadata: {name: web}\nstringData: {word: first}\n"));
    site.order("shop", there, "1.0.0", "");
    site.awaitSynced("shop", "AsReleased");

    site.cluster
        .kubectl(
            "patch", "secret", "web", "-n", there, "-p", "{\"stringData\":{\"word\":\"hunter2\"}}")
        .requireSuccess();
    var edited = site.awaitSynced("shop", "Drifted");
    site.admin.configMaps().inNamespace(there).withName("web").delete();
    var deleted = site.awaitPhase("shop", Phase.DEGRADED);

    assertThat(edited.phase()).isEqualTo(Phase.INSTALLED);
    assertThat(edited.message())
        .contains("Secret %s/web has another data.word (written by kubectl".formatted(there))
        .contains("spec.driftPolicy: Repair");
    assertThat(deleted.message()).contains("ConfigMap %s/web is not there".formatted(there));
    assertThat(edited.toString() + site.events("shop", "AddonDrifted")).doesNotContain("hunter2");
    assertThat(site.events("shop", "AddonDrifted")).isNotEmpty();
    site.order("shop", there, "1.0.0", REPAIR);
    site.awaitSynced("shop", "AsReleased");
    assertThat(site.admin.configMaps().inNamespace(there).withName("web").get()).isNotNull();
    site.awaitPhase("shop", Phase.INSTALLED);
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
            "map.yaml",
            configMap("web", "first"),
            "hook.yaml",
            Everything.chart().get("validatingwebhookconfiguration.yaml")));
    var release = "own-" + there;
    site.order(release, there, "1.0.0", REPAIR);
    site.awaitSynced(release, "AsReleased");
    var app = site.admin.apps().deployments().inNamespace(there).withName("app");

    // A stand-in for the autoscaler, under the name of the program it runs in.
    site.admin
        .apps()
        .deployments()
        .inNamespace(there)
        .withName("app")
        .patch(as("kube-controller-manager"), "{\"spec\":{\"replicas\":3}}");
    object(webhook, release)
        .patch(
            new PatchContext.Builder()
                .withPatchType(PatchType.JSON)
                .withFieldManager("injector")
                .build(),
            "[{\"op\":\"add\",\"path\":\"/webhooks/0/clientConfig/caBundle\",\"value\":\"%s\"}]"
                .formatted(authority()));
    // What comes after them is repaired, so they were looked at.
    app.patch(
        as("somebody"),
        "{\"spec\":{\"template\":{\"metadata\":{\"labels\":{\"app\":\"app\"}}},\"revisionHistoryLimit\":3}}");
    site.admin.configMaps().inNamespace(there).withName("web").delete();
    Await.untilTrue(
        "the map is back",
        Site.PATIENCE,
        () -> site.admin.configMaps().inNamespace(there).withName("web").get() != null);
    site.awaitSynced(release, "AsReleased");

    assertThat(app.require().getSpec().getReplicas()).isEqualTo(3);
    assertThat(app.require().getSpec().getRevisionHistoryLimit()).isEqualTo(3);
    assertThat(content(object(webhook, release).require()).toString()).contains(authority());
  }

  @Test
  void point16_fightEndsWithAWordOnWhoElseWrites() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.order("shop", there, "1.0.0", REPAIR);
    site.awaitSynced("shop", "AsReleased");
    var map = site.admin.configMaps().inNamespace(there).withName("web");
    for (var round = 1; round <= 5; round++) {
      map.patch(as("stubborn"), "{\"data\":{\"shown\":\"mine\"}}");
      Await.untilTrue(
          "it is repaired once more",
          Site.PATIENCE,
          () -> "first".equals(map.require().getData().get("shown")));
    }

    map.patch(as("stubborn"), "{\"data\":{\"shown\":\"mine\"}}");
    var told = site.awaitSynced("shop", "Contested");

    assertThat(told.message())
        .contains("data.shown (written by stubborn)", "repaired 5 times within a minute")
        .contains("stop stubborn, or write spec.driftPolicy: Report");
    assertThat(told.phase()).isEqualTo(Phase.INSTALLED);
    assertThat(map.require().getData()).containsEntry("shown", "mine");
  }

  @Test
  void point16_releaseThatSomebodyUninstalledIsInstalledAnew() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.order("shop", there, "1.0.0", "");
    site.awaitSynced("shop", "AsReleased");

    site.helm(there, "uninstall", "shop");
    var told = site.awaitSynced("shop", "ReleaseGone");
    assertThat(told.message()).contains("its release is not there any more");
    site.order("shop", there, "1.0.0", REPAIR);
    site.awaitSynced("shop", "AsReleased");

    assertThat(site.admin.configMaps().inNamespace(there).withName("web").get()).isNotNull();
    assertThat(history("shop")).contains("\"revision\":1", "\"status\":\"deployed\"");
  }

  @Test
  void point16_releaseThatSomebodyElseUpgradedIsLeftAndTold() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.order("shop", there, "1.0.0", REPAIR);
    site.awaitSynced("shop", "AsReleased");
    var other = site.workshop.chart("web", "1.1.0", Map.of("map.yaml", configMap("web", "theirs")));

    site.helm(there, "upgrade", "shop", other.toString());
    var told = site.awaitSynced("shop", "ReleaseReplaced");

    assertThat(told.message()).contains("somebody else made revision 2");
    assertThat(site.admin.configMaps().inNamespace(there).withName("web").require().getData())
        .containsEntry("shown", "theirs");
  }

  private Resource<GenericKubernetesResource> object(Thing thing, String release) {
    var all = site.admin.genericKubernetesResources(thing.context());
    return switch (thing.kind()) {
      case "ClusterRole", "ValidatingWebhookConfiguration" -> all.withName(thing.name(release));
      default -> all.inNamespace(there).withName(thing.name(release));
    };
  }

  private static void patch(Resource<GenericKubernetesResource> object, String patch) {
    object.patch(as("somebody"), patch);
  }

  private static PatchContext as(String manager) {
    return new PatchContext.Builder()
        .withPatchType(PatchType.JSON_MERGE)
        .withFieldManager(manager)
        .build();
  }

  private static Object content(GenericKubernetesResource object) {
    var content = new java.util.HashMap<>(object.getAdditionalProperties());
    content.remove("status");
    // Addresses are given anew to what is made anew.
    if (content.get("spec") instanceof Map<?, ?> spec) {
      var kept = new java.util.HashMap<Object, Object>(spec);
      kept.keySet().removeAll(List.of("clusterIP", "clusterIPs"));
      content.put("spec", kept);
    }
    var notes = new java.util.HashMap<>(object.getMetadata().getAnnotations());
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

  private String history(String release) throws IOException {
    return site.helm(there, "history", release, "--output", "json");
  }
}
