package dev.butlerlabs.butler.addons.helm;

import static dev.butlerlabs.butler.addons.helm.Workshop.PATIENT;
import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import dev.butlerlabs.butler.addons.helm.plan.Revision;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.testkit.FreePort;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of a release: the real program on a real API server. */
@OnRealApiServer
class ReleaseIT {

  private static final String SHOWN = configMap("web", "{{ .Values.shown | quote }}");

  @TempDir Path folder;
  private Workshop workshop = new Workshop(Path.of("/"), Path.of("/"));

  @BeforeEach
  void open() {
    workshop = Workshop.in(folder);
  }

  @Test
  void releaseIsInstalledUpgradedAndTakenAwayAndAUserSeesANormalOne(TestCluster cluster)
      throws IOException {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var release = new ReleaseKey(cluster.namespace(), "web");
    var one = workshop.chart("web", "1.0.0", Map.of("web.yaml", SHOWN));
    var two = workshop.chart("web", "2.0.0", Map.of("web.yaml", SHOWN));

    var installed = helm.install(tenant, order(release, one, "shown: first")).require();
    assertThat(shown(cluster)).isEqualTo("first");
    var upgraded = helm.upgrade(tenant, order(release, two, "shown: second")).require();
    assertThat(shown(cluster)).isEqualTo("second");

    assertThat(installed.revision()).isEqualTo(1);
    assertThat(upgraded.revision()).isEqualTo(2);
    assertThat(upgraded.status()).isEqualTo(ReleaseStatus.DEPLOYED);
    assertThat(upgraded.chart() + " " + upgraded.version()).isEqualTo("web 2.0.0");
    assertThat(upgraded.manifest()).contains("kind: ConfigMap");
    assertThat(asUser(cluster, "list", "--output", "json"))
        .contains("\"name\":\"web\"", "\"revision\":\"2\"", "\"status\":\"deployed\"");
    assertThat(asUser(cluster, "history", "web"))
        .containsPattern("1\\s.*superseded\\s+web-1.0.0\\s+7")
        .containsPattern("2\\s.*deployed\\s+web-2.0.0\\s+7");

    assertThat(helm.uninstall(tenant, release, PATIENT).require()).isEmpty();
    assertThat(cluster.client().configMaps().inNamespace(release.namespace()).withName("web").get())
        .isNull();
    assertThat(helm.history(tenant, release, PATIENT).require()).isEmpty();
    assertThat(helm.uninstall(tenant, release, PATIENT).require()).isEmpty();
  }

  @Test
  void upgradeReplacesValuesAndKeepsNoneOfTheOldOnes(TestCluster cluster) throws IOException {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var release = new ReleaseKey(cluster.namespace(), "web");
    var chart =
        workshop.chart("web", "1.0.0", Map.of("web.yaml", SHOWN, "/values.yaml", "shown: own\n"));

    helm.install(tenant, order(release, chart, "shown: given")).require();
    helm.upgrade(tenant, order(release, chart, "{}")).require();

    assertThat(shown(cluster)).isEqualTo("own");
  }

  @Test
  void point18_upgradeThatFailsIsRolledBack(TestCluster cluster) throws IOException {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var release = new ReleaseKey(cluster.namespace(), "web");
    var good = workshop.chart("web", "1.0.0", Map.of("web.yaml", SHOWN));
    var bad =
        workshop.chart(
            "web",
            "2.0.0",
            Map.of(
                "web.yaml",
                SHOWN,
                "zzz.yaml",
                """
                apiVersion: v1
                kind: Service
                metadata:
                  name: wrong
                spec:
                  type: ClusterIP
                  clusterIP: 192.0.2.1
                  ports: [{port: 80}]
                """));
    helm.install(tenant, order(release, good, "shown: first")).require();

    var refusal =
        refusal(
            new Deploying(helm, InstantSource.system())
                .deploy(tenant, order(release, bad, "shown: second"), PATIENT));

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.OBJECT_REFUSED);
    assertThat(refusal.stubborn()).isTrue();
    assertThat(refusal.sentence())
        .startsWith("upgrading release " + release + " on cluster " + tenant.cluster());
    assertThat(shown(cluster)).isEqualTo("first");
    var history = helm.history(tenant, release, PATIENT).require();
    assertThat(history.getLast().status()).isEqualTo(ReleaseStatus.DEPLOYED);
    assertThat(history.getLast().chart()).isEqualTo("web-1.0.0");
    assertThat(history).extracting(Revision::status).noneMatch(ReleaseStatus::locked);
  }

  @Test
  void releaseGoesBackToAnEarlierRevision(TestCluster cluster) throws IOException {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var release = new ReleaseKey(cluster.namespace(), "web");
    var chart = workshop.chart("web", "1.0.0", Map.of("web.yaml", SHOWN));
    helm.install(tenant, order(release, chart, "shown: first")).require();
    helm.upgrade(tenant, order(release, chart, "shown: second")).require();

    assertThat(helm.rollback(tenant, release, 1, false, PATIENT).require().revision()).isEqualTo(3);
    assertThat(shown(cluster)).isEqualTo("first");
  }

  @Test
  void point30_whatStaysBehindIsTold(TestCluster cluster) throws IOException {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var release = new ReleaseKey(cluster.namespace(), "web");
    var kept =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: precious
          annotations: {helm.sh/resource-policy: keep}
        """;
    var chart = workshop.chart("web", "1.0.0", Map.of("web.yaml", SHOWN, "kept.yaml", kept));
    helm.install(tenant, order(release, chart, "{}")).require();

    assertThat(helm.uninstall(tenant, release, PATIENT).require())
        .containsExactly("ConfigMap/precious");
  }

  @Test
  void point29_chartThatIsNotForTheClustersKubernetesIsRefusedBeforeAnythingIsStored(
      TestCluster cluster) throws IOException {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var meta = "apiVersion: v2\nname: web\nversion: 1.0.0\nkubeVersion: '>=99.0.0'\n";
    var chart = workshop.chart("web", "1.0.0", Map.of("web.yaml", SHOWN, "/Chart.yaml", meta));

    var refusal = refusal(helm.install(tenant, order(key(cluster, "web"), chart, "{}")));

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.KUBERNETES_UNFIT);
    assertThat(refusal.sentence())
        .contains("chart requires kubeVersion: >=99.0.0", "upgrade the cluster");
    assertThat(helm.history(tenant, key(cluster, "web"), PATIENT).require()).isEmpty();
  }

  @Test
  void point13_objectsOfOthersAreNotTakenOver(TestCluster cluster) throws IOException {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var chart = workshop.chart("web", "1.0.0", Map.of("web.yaml", SHOWN));
    cluster.kubectl("create", "configmap", "web", "--from-literal=shown=mine");

    var foreign = refusal(helm.install(tenant, order(key(cluster, "web"), chart, "{}")));

    assertThat(foreign.cause()).as(foreign.sentence()).isEqualTo(Cause.OBJECT_TAKEN);
    assertThat(foreign.sentence())
        .contains("label app.kubernetes.io/managed-by=Helm", "annotations meta.helm.sh/");
    assertThat(shown(cluster)).isEqualTo("mine");
    var release = key(cluster, "web");
    cluster.kubectl("label", "configmap", "web", "app.kubernetes.io/managed-by=Helm");
    cluster.kubectl(
        "annotate",
        "configmap",
        "web",
        "meta.helm.sh/release-name=" + release.name(),
        "meta.helm.sh/release-namespace=" + release.namespace());
    helm.install(tenant, order(release, chart, "shown: mine")).require();
  }

  @Test
  void nameThatIsInUseIsTold(TestCluster cluster) throws IOException {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var chart = workshop.chart("web", "1.0.0", Map.of("web.yaml", SHOWN));
    helm.install(tenant, order(key(cluster, "web"), chart, "{}")).require();

    var taken = refusal(helm.install(tenant, order(key(cluster, "web"), chart, "{}")));
    var missing = refusal(helm.upgrade(tenant, order(key(cluster, "other"), chart, "{}")));

    assertThat(taken.cause()).as(taken.sentence()).isEqualTo(Cause.NAME_TAKEN);
    assertThat(missing.cause()).as(missing.sentence()).isEqualTo(Cause.RELEASE_MISSING);
  }

  @Test
  void clusterThatDoesNotAnswerIsTold(TestCluster cluster) throws IOException {
    var nowhere = tenant(cluster).at(URI.create("https://127.0.0.1:" + FreePort.next()));
    var chart = workshop.chart("web", "1.0.0", Map.of("web.yaml", SHOWN));

    var refusal =
        refusal(workshop.helm().install(nowhere, order(key(cluster, "web"), chart, "{}")));

    assertThat(refusal.cause()).as(refusal.sentence()).isEqualTo(Cause.CLUSTER_UNREACHABLE);
    assertThat(refusal.cause().passing()).isTrue();
  }

  @Test
  void twoReleasesAtOnceShareNothing(TestCluster cluster) throws Exception {
    var helm = workshop.helm();
    var tenant = tenant(cluster);
    var namespaces = List.of(cluster.freshNamespace(), cluster.freshNamespace());
    var chart = workshop.chart("web", "1.0.0", Map.of("web.yaml", SHOWN));

    var threads =
        namespaces.stream()
            .map(
                namespace ->
                    Thread.ofVirtual()
                        .start(
                            () ->
                                helm.install(
                                        tenant,
                                        order(
                                            new ReleaseKey(namespace, "web"),
                                            chart,
                                            "shown: " + namespace))
                                    .require()))
            .toList();
    for (var thread : threads) {
      thread.join();
    }

    assertThat(namespaces)
        .allSatisfy(
            namespace -> {
              var map = cluster.client().configMaps().inNamespace(namespace).withName("web");
              assertThat(map.require().getData()).containsEntry("shown", namespace);
            });
    assertThat(workshop.settings().work()).isEmptyDirectory();
  }

  private String asUser(TestCluster cluster, String... arguments) throws IOException {
    var all = new java.util.ArrayList<>(List.of(arguments));
    all.addAll(
        List.of(
            "--kubeconfig", cluster.kubeconfig().toString(), "--namespace", cluster.namespace()));
    return workshop.run(all.toArray(String[]::new)).out();
  }

  private static String shown(TestCluster cluster) {
    var map = cluster.client().configMaps().inNamespace(cluster.namespace()).withName("web");
    return map.require().getData().getOrDefault("shown", "");
  }

  private static ReleaseKey key(TestCluster cluster, String name) {
    return new ReleaseKey(cluster.namespace(), name);
  }

  static Refusal refusal(Answer<?> answer) {
    assertThat(answer).isInstanceOf(Answer.Refused.class);
    return ((Answer.Refused<?>) answer).refusal();
  }

  static Kubeconfig tenant(TestCluster cluster) throws IOException {
    return Kubeconfig.parse(Files.readString(cluster.kubeconfig()));
  }

  private Installation order(ReleaseKey release, Path chart, String values) {
    try {
      return new Installation(
          release,
          workshop.local(chart),
          Workshop.yaml(values),
          false,
          Installation.Waiting.FOR_HOOKS,
          PATIENT);
    } catch (IOException failed) {
      throw new java.io.UncheckedIOException(failed);
    }
  }
}
