package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.Installation;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import dev.butlerlabs.butler.addons.helm.PackedTexts;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.Workshop;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.testkit.CrashMatrix;
import dev.butlerlabs.butler.testkit.EndState;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever call breaks and wherever the process is killed, an addon ends as it would have without.
 *
 * <p>Usually a part of the matrix is drawn, by a seed that is told; {@code -Dbutler.faults=all}
 * plays all of it. Helm killed in the middle of its work is {@code StuckReleaseIT}'s.
 */
@OnRealApiServer
class EveryFaultIT {

  private static final boolean ALL = "all".equals(System.getProperty("butler.faults"));
  private static final int CELLS = 2;
  private static final Map<String, String> MAP =
      Map.of("map.yaml", configMap("{{ .Release.Name }}", "{{ .Values.shown | quote }}"));

  @TempDir Path folder;

  @Test
  void point16_driftIsRepairedWhateverBreaks(TestCluster cluster) throws IOException {
    var matrix =
        CrashMatrix.of(cluster, new Repairing(cluster, Workshop.in(folder)))
            .with(WireFormat.serialization())
            .readsToo()
            .faults(Fault.KILL_BEFORE, Fault.KILL_AFTER, Fault.AFTER_COMMIT, Fault.CONFLICT);

    var outcome = (ALL ? matrix : matrix.sample(new Random().nextLong(), 3 * CELLS)).run();

    System.out.println(outcome);
    assertThat(outcome.calls()).hasSizeGreaterThan(8);
  }

  @Test
  void point18_addonEndsTheSameWhereverTheProcessIsKilledAroundHelm(TestCluster cluster)
      throws IOException {
    var seed = new Random().nextLong();
    System.out.println("kills around Helm: seed " + seed);
    try (var site = new Site(cluster, folder)) {
      site.publish("web", "1.0.0", MAP);
      site.publish("web", "2.0.0", MAP);
      var calls = play(site, "calm", Integer.MAX_VALUE, false);
      assertThat(calls).isGreaterThan(8);
      var cells = new Random(seed).ints(1, calls + 1).distinct().limit(ALL ? calls : CELLS);

      for (var call : cells.toArray()) {
        play(site, "before-" + call, call, false);
        play(site, "after-" + call, call, true);
      }
    }
  }

  /** Installs, upgrades and removes, killed once on the way; answers how often Helm was asked. */
  private static int play(Site site, String name, int call, boolean after) throws IOException {
    var there = site.cluster.freshNamespace();
    var dying = new DyingHelm(site.workshop.helm(), call, after);
    site.stop();
    site.open(dying.helm());
    var heir = new Heir(site, dying.death());

    site.order(name, there, "1.0.0", "values: {shown: one}");
    heir.unlessKilled(() -> site.awaitPhase(name, Phase.INSTALLED));
    assertThat(site.shown(there, name)).as(name).isEqualTo("one");
    site.order(name, there, "2.0.0", "values: {shown: two}");
    heir.unlessKilled(
        () ->
            site.awaitTold(
                "the upgrade is through",
                name,
                status ->
                    status.phase() == Phase.INSTALLED
                        && "2.0.0".equals(status.installedVersion())));
    assertThat(site.shown(there, name)).as(name).isEqualTo("two");
    assertThat(site.history(there, name))
        .as(name)
        .contains("\"revision\":2", "\"status\":\"deployed\"")
        .doesNotContain("\"revision\":3", "pending", "failed");
    site.addon(name).delete();
    heir.unlessKilled(() -> site.cluster.await().within(Site.PATIENCE).untilGone(site.addon(name)));
    assertThat(site.helm(there, "list", "--output", "json"))
        .as(name)
        .isEqualToIgnoringWhitespace("[]");
    assertThat(dying.death().isDone()).as("%s was killed", name).isEqualTo(!name.equals("calm"));
    return dying.calls();
  }

  /** One look that finds something deleted, something edited and something scaled to zero. */
  private static final class Repairing implements Story {

    private final TestCluster cluster;
    private final Helm helm;
    private final Path chart;
    private final Map<String, String> manifests = new ConcurrentHashMap<>();

    private Repairing(TestCluster cluster, Workshop workshop) throws IOException {
      this.cluster = cluster;
      this.helm = workshop.helm();
      this.chart =
          workshop.chart(
              "web",
              "1.0.0",
              Map.of(
                  "map.yaml",
                  configMap("edited", "first"),
                  "gone.yaml",
                  configMap("gone", "first"),
                  "app.yaml",
                  Site.deployment("app")
                      .replace("spec:\n  selector", "spec:\n  replicas: 2\n  selector")));
    }

    @Override
    public void arrange(KubernetesClient admin, String namespace) {
      var order =
          new Installation(
              new ReleaseKey(namespace, "web"),
              new LocalChart(chart, null),
              Values.none(),
              false,
              Installation.Waiting.FOR_HOOKS,
              Workshop.PATIENT);
      var released = helm.install(login(), order).require();
      manifests.put(namespace, Manifests.hash(released.manifest()));
      admin.configMaps().inNamespace(namespace).withName("gone").delete();
      admin
          .configMaps()
          .inNamespace(namespace)
          .withName("edited")
          .patch("{\"data\":{\"shown\":\"x\"}}");
      admin.apps().deployments().inNamespace(namespace).withName("app").scale(0);
    }

    private Kubeconfig login() {
      try {
        return Kubeconfig.parse(Files.readString(cluster.kubeconfig()));
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      var here = new ManagementDestination(process.client(), this::login);
      var inspection =
          new Inspection(
              here,
              new ReleaseKey(namespace, "web"),
              manifests.getOrDefault(namespace, ""),
              new PackedTexts(1 << 20));
      var found = inspection.compare(Inspection.everything(), Inspection.everything());
      if (!(found instanceof Found.Compared(_, var standing, _)) || !standing.isEmpty()) {
        throw new IllegalStateException(found.toString());
      }
    }

    @Override
    public String endState(KubernetesClient admin, String namespace) {
      return EndState.of(admin, namespace, "v1/ConfigMap", "apps/v1/Deployment");
    }
  }
}
