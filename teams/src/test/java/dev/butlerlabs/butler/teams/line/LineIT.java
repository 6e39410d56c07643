package dev.butlerlabs.butler.teams.line;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.Chosen;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.clusters.Workers;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.teams.team.StoredCache;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The line of one namespace, turned by hand, with admission off. */
@OnRealApiServer
class LineIT {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

  private TestCluster cluster;
  private KubernetesClient client;
  private LineReconciler line;

  @BeforeEach
  void open(TestCluster given) {
    cluster = given;
    cluster.installResources(
        "crds/teams.butler.butlerlabs.dev.yaml",
        "crds/butlerconfigs.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/clustercreationpolicies.butler.butlerlabs.dev.yaml",
        "crds/tenantclusters.butler.butlerlabs.dev.yaml");
    client = cluster.client(WireFormat.serialization());
    line = new LineReconciler(client, InstantSource.fixed(NOW));
    write("ProviderConfig", "lab", "", "{provider: local}");
  }

  @AfterEach
  void close() {
    cluster.kubectl("delete", "team", cluster.namespace(), "--ignore-not-found");
    cluster.kubectl("delete", "butlerconfig", "butler", "--ignore-not-found");
  }

  /** H3 and H14: the last free place is given once, also by whoever has just given it. */
  @Test
  void cacheThatIsLateLetsNobodyInTwice() {
    team("{resourceLimits: {maxClusters: 1}}");
    order("first", "");
    turn(new StoredCache(client));
    order("second", "");

    turn(new LateCache(new StoredCache(client), "first"));

    assertThat(effective("first")).isPresent();
    assertThat(effective("second")).isEmpty();
    assertThat(condition("second", "QuotaSatisfied").message())
        .contains("may have 1 cluster and has 1, so none is left: first");
  }

  /** H10: environment, then team, then what is built in; and what a cluster got it keeps. */
  @Test
  void orderIsCompletedOnceAndForAll() {
    team(
        "{clusterDefaults: {workerCount: 3, workerCPU: 2, defaultAddons: [nats]}, environments:"
            + " [{name: prod, clusterDefaults: {workerCPU: 8, defaultAddons: [redis]}}]}");
    write("TenantCluster", "web", "labels: {butler.butlerlabs.dev/environment: prod}", spec(""));
    turn(new StoredCache(client));

    var workers = workers("web");
    assertThat(workers.replicas()).isEqualTo(3);
    var template = Objects.requireNonNull(workers.machineTemplate());
    assertThat(template.cpu()).isEqualTo(8);
    assertThat(Objects.requireNonNull(template.memory()).text()).isEqualTo("16Gi");
    assertThat(effective("web").orElseThrow().providerConfigRef()).isNotNull();
    assertThat(effective("web").orElseThrow().defaultAddons()).containsExactly("nats", "redis");

    team("{clusterDefaults: {workerCount: 9}, environments: [{name: prod}]}");
    var before = find("web").getMetadata().getResourceVersion();
    turn(new StoredCache(client));

    assertThat(find("web").getMetadata().getResourceVersion()).isEqualTo(before);
  }

  /** H3, H16: growth waits while there is no room, and goes on when there is. */
  @Test
  void clusterThatGrowsBeyondALimitStaysAsItWas() {
    team("{resourceLimits: {maxTotalNodes: 3}}");
    order("web", "workers: {replicas: 2}");
    turn(new StoredCache(client));
    order("web", "workers: {replicas: 5}");

    turn(new StoredCache(client));

    assertThat(workers("web").replicas()).isEqualTo(2);
    assertThat(condition("web", "QuotaSatisfied").reason()).isEqualTo("QuotaExceeded");

    team("{resourceLimits: {maxTotalNodes: 5}}");
    turn(new StoredCache(client));

    assertThat(workers("web").replicas()).isEqualTo(5);
    assertThat(condition("web", "QuotaSatisfied").reason()).isEqualTo("WithinQuota");
  }

  /** Another way in for new clusters leaves those alone that were let in, also while they wait. */
  @Test
  void wayInIsNotedOnceAndKept() {
    team("{resourceLimits: {maxTotalNodes: 3}}");
    order("web", "workers: {replicas: 1}");
    turn(new StoredCache(client));
    order("web", "workers: {replicas: 9}");
    write(
        "ButlerConfig",
        "butler",
        "",
        "{defaultNamespace: %s, controlPlaneExposure: {mode: Gateway, hostname: '*.x.org',"
                .formatted(cluster.namespace())
            + " gatewayRef: a/b}}");
    order("late", "workers: {replicas: 1}");

    turn(new StoredCache(client));

    assertThat(mode("web")).isEqualTo(ControlPlaneExposure.Mode.LOAD_BALANCER);
    assertThat(mode("late")).isEqualTo(ControlPlaneExposure.Mode.GATEWAY);
    var before = find("late").getMetadata().getResourceVersion();
    turn(new StoredCache(client));
    assertThat(find("late").getMetadata().getResourceVersion()).isEqualTo(before);
  }

  /** Its data was made with that, and its workers know the endpoint. */
  @Test
  void whatIsHadBackKeepsWhatWasChosenForIt() {
    team("{clusterDefaults: {workerCount: 3, kubernetesVersion: v1.35.4}}");
    order("web", "");
    turn(new StoredCache(client));
    var before = effective("web").orElseThrow();
    var uid = find("web").getMetadata().getUid();
    var place = cluster.namespace() + "-kept";
    keep(place, uid, before);
    cluster.kubectl("delete", "tenantcluster", "web").requireSuccess();
    team("{clusterDefaults: {workerCount: 9, kubernetesVersion: v1.36.3}}");
    write(
        "ButlerConfig",
        "butler",
        "",
        "{defaultNamespace: %s, controlPlaneExposure: {mode: Gateway, hostname: '*.x.org',"
                .formatted(cluster.namespace())
            + " gatewayRef: a/b}}");

    write(
        "TenantCluster",
        "web",
        "annotations: {butler.butlerlabs.dev/undelete: %s}".formatted(uid),
        spec(""));
    turn(new LateCache(new StoredCache(client), place));

    assertThat(effective("web")).contains(before);
    assertThat(before.kubernetesVersion()).isEqualTo("v1.35.4");

    cluster.kubectl("delete", "tenantcluster", "web").requireSuccess();
    order("web", "");
    turn(new StoredCache(client));

    assertThat(workers("web").replicas()).as("a namesake is a new one").isEqualTo(9);
    assertThat(mode("web")).isEqualTo(ControlPlaneExposure.Mode.GATEWAY);

    cluster.kubectl("delete", "tenantcluster", "web").requireSuccess();
    cluster.kubectl("label", "namespace", place, "butler.butlerlabs.dev/kept-").requireSuccess();
    order("web", "");
    turn(new StoredCache(client));

    assertThat(effective("web")).as("one from a backup finds its parts").contains(before);
    client.namespaces().withName(place).delete();
  }

  private void keep(String place, String uid, Effective chosen) {
    client
        .resource(
            new NamespaceBuilder()
                .withNewMetadata()
                .withName(place)
                .addToLabels("butler.butlerlabs.dev/source-namespace", cluster.namespace())
                .addToLabels("butler.butlerlabs.dev/source-name", "web")
                .addToLabels("butler.butlerlabs.dev/kept", uid)
                .addToAnnotations("butler.butlerlabs.dev/chosen", Chosen.note(chosen))
                .endMetadata()
                .build())
        .create();
  }

  private ControlPlaneExposure.@Nullable Mode mode(String name) {
    return Objects.requireNonNull(effective(name).orElseThrow().controlPlaneExposure()).mode();
  }

  /** H4, and test 7 of the specification. */
  @Test
  void modeThatCameLaterStopsNothingThatRuns() {
    team("{}");
    order("web", "");
    turn(new StoredCache(client));
    write("ButlerConfig", "butler", "", "{multiTenancy: {mode: Enforced}}");
    order("late", "");

    turn(new StoredCache(client));

    assertThat(effective("web")).isPresent();
    assertThat(condition("web", "PolicyCompliant").message())
        .contains("set spec.teamRef.name to " + cluster.namespace());
    assertThat(effective("late")).isEmpty();
    assertThat(condition("late", "PolicyCompliant").reason()).isEqualTo("ValidationFailed");
  }

  /** An order that leaves before it began takes no place and gets none. */
  @Test
  void orderThatLeavesIsNotLetIn() {
    team("{}");
    write("TenantCluster", "web", "finalizers: [test.dev/hold]", spec(""));
    cluster.kubectl("delete", "tenantcluster", "web", "--wait=false").requireSuccess();

    turn(new StoredCache(client));

    assertThat(effective("web")).isEmpty();
    cluster
        .kubectl(
            "patch",
            "tenantcluster",
            "web",
            "--type=merge",
            "-p",
            "{\"metadata\":{\"finalizers\":null}}")
        .requireSuccess();
  }

  private void turn(Cache cache) {
    var key = ObjectKey.cluster(cluster.namespace());
    var namespace = client.namespaces().withName(cluster.namespace()).require();
    var context = new Context(key, cache, NOW, NOW.plus(Duration.ofMinutes(1)), 0, "test");
    assertThat(line.reconcile(namespace, context)).isEqualTo(Outcome.settled());
  }

  private void team(String spec) {
    write("Team", cluster.namespace(), "", spec);
  }

  private void order(String name, String more) {
    write("TenantCluster", name, "", spec(more));
  }

  private String spec(String more) {
    return "{providerConfigRef: {name: lab, namespace: %s}%s}"
        .formatted(cluster.namespace(), more.isEmpty() ? "" : ", " + more);
  }

  private void write(String kind, String name, String meta, String spec) {
    cluster
        .kubectlReading(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: %s
            metadata: {name: %s%s}
            spec: %s
            """
                .formatted(kind, name, meta.isEmpty() ? "" : ", " + meta, spec),
            "apply",
            "-f",
            "-")
        .requireSuccess();
  }

  private TenantCluster find(String name) {
    return client
        .resources(TenantCluster.class)
        .inNamespace(cluster.namespace())
        .withName(name)
        .require();
  }

  private Optional<Effective> effective(String name) {
    return Optional.ofNullable(find(name).getStatus())
        .flatMap(status -> Optional.ofNullable(status.effective()));
  }

  private Workers workers(String name) {
    return Objects.requireNonNull(effective(name).orElseThrow().workers());
  }

  private Condition condition(String name, String type) {
    return Optional.ofNullable(find(name).getStatus())
        .flatMap(status -> new Conditions(status.conditions()).find(type))
        .orElseThrow();
  }
}
