package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static dev.butlerlabs.butler.addons.install.Site.as;
import static org.assertj.core.api.Assertions.assertThat;

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

/**
 * When drift is told, when it is repaired, and when it is left: the real Helm, a real API server.
 */
@OnRealApiServer
class DriftPolicyIT {

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
    Await.untilTrue(
        "the event is told", Site.PATIENCE, () -> !site.events("shop", "AddonDrifted").isEmpty());
    assertThat(edited.toString() + site.events("shop", "AddonDrifted")).doesNotContain("hunter2");
    site.order("shop", there, "1.0.0", REPAIR);
    site.awaitSynced("shop", "AsReleased");
    assertThat(site.admin.configMaps().inNamespace(there).withName("web").get()).isNotNull();
    site.awaitPhase("shop", Phase.INSTALLED);
  }

  @Test
  void point16_jobThatIsTakenAwayWhenItIsDoneIsNotMissed() throws IOException {
    site.publish(
        "web",
        "1.0.0",
        Map.of(
            "done.yaml",
            job("done", "ttlSecondsAfterFinished: 60"),
            "kept.yaml",
            job("kept", "backoffLimit: 1")));
    site.order("shop", there, "1.0.0", "");
    site.awaitSynced("shop", "AsReleased");

    site.admin.batch().v1().jobs().inNamespace(there).withName("done").delete();
    site.admin.batch().v1().jobs().inNamespace(there).withName("kept").delete();

    assertThat(site.awaitPhase("shop", Phase.DEGRADED).message())
        .contains("Job %s/kept is not there".formatted(there))
        .doesNotContain("done");
  }

  private static String job(String name, String more) {
    return """
        apiVersion: batch/v1
        kind: Job
        metadata: {name: %s}
        spec:
          %s
          template: {spec: {restartPolicy: Never, containers: [{name: it, image: example.com/it}]}}
        """
        .formatted(name, more);
  }

  @Test
  void point16_upgradeDoesNotRunOverAnEditThatWasLeft() throws IOException {
    leaveAnEditBeforeAnUpgrade();

    site.order("shop", there, "2.0.0", "");
    var failed = site.awaitPhase("shop", Phase.FAILED);

    assertThat(failed.message())
        .contains("conflict with \"somebody\"", ".data.shown", "spec.driftPolicy: Repair");
    assertThat(site.shown(there, "web")).isEqualTo("mine");
    site.admin.configMaps().inNamespace(there).withName("web").delete();
    site.cluster
        .kubectl("annotate", "tenantaddon", "shop", "butler.butlerlabs.dev/refresh=now")
        .requireSuccess();
    site.awaitTold("it goes on", "shop", status -> "2.0.0".equals(status.installedVersion()));
    assertThat(site.shown(there, "web")).isEqualTo("second");
  }

  @Test
  void point16_upgradeTakesEditsBackWhereTheyAreRepaired() throws IOException {
    leaveAnEditBeforeAnUpgrade();
    site.order("shop", there, "2.0.0", "");
    site.awaitPhase("shop", Phase.FAILED);

    site.order("shop", there, "2.0.0", REPAIR);

    site.awaitTold("it goes on", "shop", status -> "2.0.0".equals(status.installedVersion()));
    assertThat(site.shown(there, "web")).isEqualTo("second");
  }

  /** Version 1.0.0 is installed with another's edit that 2.0.0 would change. */
  private void leaveAnEditBeforeAnUpgrade() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.publish("web", "2.0.0", Map.of("map.yaml", configMap("web", "second")));
    site.order("shop", there, "1.0.0", "");
    site.awaitSynced("shop", "AsReleased");
    site.admin
        .configMaps()
        .inNamespace(there)
        .withName("web")
        .patch(as("somebody"), "{\"data\":{\"shown\":\"mine\"}}");
    site.awaitSynced("shop", "Drifted");
  }

  @Test
  void point16_fightEndsWithAWordOnWhoElseWrites() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.order("shop", there, "1.0.0", REPAIR);
    site.awaitSynced("shop", "AsReleased");
    var map = site.admin.configMaps().inNamespace(there).withName("web");

    // Five times within a minute, however long that takes here.
    Await.untilTrue(
        "it is left",
        Site.PATIENCE,
        () -> {
          if ("first".equals(map.require().getData().get("shown"))) {
            map.patch(as("stubborn"), "{\"data\":{\"shown\":\"mine\"}}");
          }
          return site.told("shop", "Synced", "Contested");
        });
    var told = Objects.requireNonNull(site.addon("shop").require().getStatus());

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
    assertThat(site.history(there, "shop")).contains("\"revision\":1", "\"status\":\"deployed\"");
  }

  @Test
  void point16_whatServesIsRepairedWhileItsUpgradeFails() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.publish("web", "2.0.0", Map.of("map.yaml", "{{ fail \"no such thing\" }}"));
    site.order("shop", there, "1.0.0", REPAIR);
    site.awaitSynced("shop", "AsReleased");
    site.order("shop", there, "2.0.0", REPAIR);
    site.awaitPhase("shop", Phase.FAILED);

    assertThatAMapThatIsDeletedComesBack();
  }

  @Test
  void point16_whatServesIsRepairedWhileItsUpgradeWaits() throws IOException {
    site.publish("web", "1.0.0", MAP);
    site.publish("web", "2.0.0", Map.of("map.yaml", configMap("web", "second")));
    site.order("shop", there, "1.0.0", REPAIR);
    site.awaitSynced("shop", "AsReleased");
    site.order("shop", there, "2.0.0", REPAIR + "\ndependsOn: [{name: absent}]");
    site.awaitReason("shop", "DependenciesMet", "Waiting");

    assertThatAMapThatIsDeletedComesBack();
  }

  private void assertThatAMapThatIsDeletedComesBack() {
    var map = site.admin.configMaps().inNamespace(there).withName("web");
    map.delete();

    Await.untilTrue("it is there again", Site.PATIENCE, () -> map.get() != null);
    assertThat(map.require().getData()).containsEntry("shown", "first");
    Await.untilTrue(
        "the repair is told", Site.PATIENCE, () -> !site.events("shop", "AddonRepaired").isEmpty());
    assertThat(Objects.requireNonNull(site.addon("shop").require().getStatus()).installedVersion())
        .isEqualTo("1.0.0");
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
}
