package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.AddonDefinitionStatus.RolloutState;
import dev.butlerlabs.butler.api.addons.AddonDefinitionStatus.WaveState;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A change of the catalog goes from cluster to cluster: the real Helm, a real API server. */
@OnRealApiServer
class RolloutIT {

  @TempDir Path folder;
  private Site site;
  private String canary = "";
  private String rest = "";

  /** Two clusters that are one API server, so each addon has a namespace of its own there. */
  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    new OrderedCluster(cluster, site.admin, "shop");
    cluster.kubectl("label", "tenantcluster", "web", "stage=canary").requireSuccess();
    canary = cluster.freshNamespace();
    rest = cluster.freshNamespace();
    site.publish("web", "1.0.0", Map.of("map.yaml", configMap("web", "first")));
    site.publish("web", "2.0.0", Map.of("app.yaml", Site.deployment("app")));
    site.publish("web", "3.0.0", Map.of("map.yaml", "{{ fail \"no such thing\" }}"));
    catalog("1.0.0", canary);
    order("first", "web");
    catalog("1.0.0", rest);
    order("second", "shop");
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void point9_nextWaveWaitsUntilTheCanaryServes() throws IOException {
    catalog("2.0.0", rest);

    site.awaitTold("the canary takes it", "first", one -> one.phase() == Phase.UPGRADING);
    awaitMessage("second", "2.0.0, which waits: wave canary comes first, and %s/first is not");
    assertThat(site.history(rest, "shown")).doesNotContain("\"revision\":2");
    site.ready(canary, "app", 1);
    awaitVersion("first", "2.0.0");

    awaitRollout("one of two has it", one -> one.done() == 1 && one.halted() == null);
    site.ready(rest, "app", 1);
    awaitVersion("second", "2.0.0");
    var done = awaitRollout("all have it", one -> one.done() == 2);
    assertThat(done.version()).isEqualTo("2.0.0");
    assertThat(done.waves())
        .containsExactly(
            new WaveState("canary", 1, 1, List.of()), new WaveState("rest", 1, 1, List.of()));
    site.awaitTold("nothing is left to offer", "second", one -> one.pendingUpgrade() == null);
  }

  @Test
  void point9_rolloutHaltsAtAClusterThatFailsAndGoesOnWhenItIsMended() throws IOException {
    halt();

    catalog("2.0.0", rest);
    site.ready(canary, "app", 1);
    awaitVersion("first", "2.0.0");
    site.ready(rest, "app", 1);
    awaitVersion("second", "2.0.0");
  }

  @Test
  void point9_rolloutGoesOnWhenWhoeverHaltedItFollowsNoMore() throws IOException {
    halt();

    site.cluster
        .kubectl(
            "patch",
            "tenantaddon",
            "first",
            "--type=merge",
            "-p",
            "{\"spec\":{\"upgradePolicy\":{\"mode\":\"Manual\"}}}")
        .requireSuccess();

    site.awaitTold("it is its turn", "second", one -> one.phase() == Phase.FAILED);
  }

  @Test
  void point9_rolloutGoesOnWhenLabelsPutAnotherClusterFirst() throws IOException {
    halt();

    site.cluster.kubectl("label", "tenantcluster", "shop", "stage=canary").requireSuccess();
    site.cluster.kubectl("label", "tenantcluster", "web", "stage-").requireSuccess();

    site.awaitTold("it is its turn", "second", one -> one.phase() == Phase.FAILED);
  }

  @Test
  void point9_canaryWhoseClusterBreaksHaltsTheRollout() throws IOException {
    catalog("2.0.0", rest);
    site.awaitTold("the canary has it", "first", one -> "2.0.0".equals(one.installedVersion()));
    site.web.status("Failed");
    site.awaitReason("first", "ClusterReady", "ClusterNotReady");
    site.ready(canary, "app", 1);

    awaitMessage(
        "second", "which waits: halted: the cluster of %s/first does not answer since that took");
    var told = awaitRollout("it is halted", one -> one.halted() != null);
    assertThat(told.halted()).contains("/first does not answer since that took it; it goes on");
    assertThat(site.history(rest, "shown")).doesNotContain("\"revision\":2");

    site.web.status("Ready");
    awaitVersion("first", "2.0.0");
    site.ready(rest, "app", 1);
    awaitVersion("second", "2.0.0");
  }

  @Test
  void point9_waveThatHasNoClusterHaltsTheRolloutUntilItHasOne() throws IOException {
    site.cluster
        .kubectl("label", "tenantcluster", "web", "stage=canari", "--overwrite")
        .requireSuccess();
    catalog("2.0.0", rest);

    awaitMessage("second", "which waits: halted: wave canary has no cluster; mend its cluster");
    var told = awaitRollout("it is halted", one -> one.halted() != null);
    assertThat(told.halted()).startsWith("wave canary has no cluster; mend its clusterLabels");
    new OrderedCluster(site.cluster, site.admin, "spare");
    site.cluster.kubectl("label", "tenantcluster", "spare", "stage=canary").requireSuccess();

    site.ready(canary, "app", 1);
    awaitVersion("first", "2.0.0");
  }

  /** Version 3.0.0 can be installed by nobody, so whoever is asked for it fails. */
  private void halt() throws IOException {
    catalog("3.0.0", rest);
    site.awaitTold("the canary fails", "first", one -> one.phase() == Phase.FAILED);
    awaitMessage("second", "3.0.0, which waits: halted: %s/first does not serve");
    var first = site.cluster.namespace() + "/first";
    var told = awaitRollout("it is halted", one -> one.halted() != null);
    assertThat(told.halted()).startsWith("TenantAddon " + first + " does not serve; it goes on");
    assertThat(told.waves().getFirst()).isEqualTo(new WaveState("canary", 1, 0, List.of(first)));
    assertThat(site.history(rest, "shown")).doesNotContain("\"revision\":2");
  }

  private void catalog(String version, String namespace) {
    site.definition(
        version,
        """
        defaults: {namespace: %s, releaseName: shown}
        rollout:
          waves:
          - {name: canary, clusterLabels: {stage: canary}}
          - {name: rest}
        """
            .formatted(namespace));
  }

  private void order(String name, String cluster) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: %s}
        spec: {clusterRef: {name: %s}, addon: %s, upgradePolicy: {mode: Waves}}
        """
            .formatted(name, cluster, "web-" + site.cluster.namespace()));
    awaitVersion(name, "1.0.0");
  }

  private void awaitVersion(String name, String version) {
    site.awaitTold(
        name + " has version " + version,
        name,
        one -> one.phase() == Phase.INSTALLED && version.equals(one.installedVersion()));
  }

  private RolloutState awaitRollout(String what, Predicate<RolloutState> wanted) {
    var definition =
        site.admin.resources(AddonDefinition.class).withName("web-" + site.cluster.namespace());
    var found =
        new Await(site.admin)
            .within(Site.PATIENCE)
            .until(
                what,
                definition,
                one ->
                    one.getStatus() != null
                        && one.getStatus().rollout() != null
                        && wanted.test(one.getStatus().rollout()));
    return Objects.requireNonNull(Objects.requireNonNull(found.getStatus()).rollout());
  }

  private void awaitMessage(String name, String part) {
    var wanted = part.formatted(site.cluster.namespace());
    site.awaitTold("it says " + wanted, name, one -> said(one).contains(wanted));
  }

  private static String said(TenantAddonStatus status) {
    return String.valueOf(status.message());
  }
}
