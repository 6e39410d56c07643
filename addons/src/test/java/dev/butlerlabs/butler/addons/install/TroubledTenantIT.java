package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SpareApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Relay;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.api.model.ResourceQuotaStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tenants that answer and do not do as asked: read-only, full, slow. Whatever was under way goes on
 * by itself when that is over, and no release stays locked.
 */
@OnRealApiServer
class TroubledTenantIT {

  private static final String REPAIR = "driftPolicy: Repair\nvalues: {shown: ";
  private static final Map<String, String> MAP =
      Map.of("map.yaml", configMap("{{ .Release.Name }}", "{{ .Values.shown | quote }}"));

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    site.publish("web", "1.0.0", MAP);
    site.publish("web", "2.0.0", MAP);
  }

  @AfterEach
  void close() {
    site.close();
  }

  @Test
  void point18_tenantThatMayOnlyBeReadIsToldAndServedWhenItMayBeWritten() throws IOException {
    var reader = reader();
    new OrderedCluster(site.cluster, site.admin, "troubled", reader);

    order("1.0.0", "one");
    assertThat(failed("ClusterDenied"))
        .contains("is forbidden", "check what the credentials for the cluster may do");
    mayWrite(true);
    awaitServed(site.admin, "1.0.0", "one");
    mayWrite(false);
    order("2.0.0", "two");
    assertThat(failed("ClusterDenied")).contains("is forbidden", "version 1.0.0 still serves");
    mayWrite(true);
    awaitServed(site.admin, "2.0.0", "two");
    site.awaitSynced("shop", "AsReleased");
    mayWrite(false);
    site.admin.configMaps().inNamespace(there).withName("shop").delete();
    assertThat(hindered("forbidden")).contains("grant the missing permission");
    mayWrite(true);
    awaitServed(site.admin, "2.0.0", "two");
    mayWrite(false);
    site.addon("shop").delete();
    assertThat(
            site.awaitTold(
                    "it cannot be taken away",
                    "shop",
                    status -> String.valueOf(status.message()).contains("forbidden"))
                .message())
        .contains("check what the credentials for the cluster may do");
    mayWrite(true);
    site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));

    assertThat(site.admin.configMaps().inNamespace(there).withName("shop").get()).isNull();
    assertThat(releases(site.admin)).isEmpty();
  }

  @Test
  void point18_tenantWhoseStoreIsFullIsToldAndServedWhenThereIsRoom() throws IOException {
    try (var server = SpareApiServer.start()) {
      var kubeconfig = Files.readString(server.kubeconfig());
      new OrderedCluster(site.cluster, site.admin, "troubled", kubeconfig);
      namespace(server.client());

      server.fill();
      order("1.0.0", "one");
      assertThat(failed("ClusterFull"))
          .contains("database space exceeded", "make room in the etcd");
      server.makeRoom();
      awaitServed(server.client(), "1.0.0", "one");
      server.fill();
      order("2.0.0", "two");
      assertThat(failed("ClusterFull"))
          .contains("database space exceeded", "version 1.0.0 still serves");
      server.makeRoom();
      awaitServed(server.client(), "2.0.0", "two");
      site.awaitSynced("shop", "AsReleased");
      server.fill();
      server.client().configMaps().inNamespace(there).withName("shop").delete();
      assertThat(hindered("database space exceeded")).contains("make room in the etcd");
      server.makeRoom();
      awaitServed(server.client(), "2.0.0", "two");
      server.fill();
      site.addon("shop").delete();
      // What is deleted needs no room.
      site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));

      assertThat(server.client().configMaps().inNamespace(there).withName("shop").get()).isNull();
      assertThat(releases(server.client())).isEmpty();
      server.makeRoom();
    }
  }

  @Test
  void point18_namespaceWithoutRoomIsToldAndServedWhenItsQuotaIsGone() throws IOException {
    var quotas = site.admin.resourceQuotas().inNamespace(there);
    var none = Map.of("configmaps", new Quantity("0"));
    var small =
        quotas
            .resource(
                new ResourceQuotaBuilder()
                    .withNewMetadata()
                    .withName("small")
                    .endMetadata()
                    .withNewSpec()
                    .withHard(none)
                    .endSpec()
                    .build())
            .create();
    // Plays the controller that counts.
    small.setStatus(new ResourceQuotaStatusBuilder().withHard(none).withUsed(none).build());
    quotas.resource(small).updateStatus();

    site.order("shop", there, "1.0.0", "values: {shown: one}");
    assertThat(failed("QuotaExceeded"))
        .contains("exceeded quota: small", "raise the ResourceQuota");
    quotas.withName("small").delete();

    awaitServed(site.admin, "1.0.0", "one");
    assertThat(site.history(there, "shop")).doesNotContain("pending");
  }

  @Test
  void point17_slowTenantIsServedWithoutAFailure() throws IOException {
    try (var relay = new Relay(site.admin.getMasterUrl().toString())) {
      new OrderedCluster(site.cluster, site.admin, "troubled", through(relay));
      relay.slow(Duration.ofMillis(40));

      order("1.0.0", "one");
      awaitServed(site.admin, "1.0.0", "one");
      order("2.0.0", "two");
      awaitServed(site.admin, "2.0.0", "two");
      site.awaitSynced("shop", "AsReleased");
      site.admin.configMaps().inNamespace(there).withName("shop").delete();
      awaitShown(site.admin, "two");
      site.addon("shop").delete();
      site.cluster.await().within(Site.PATIENCE).untilGone(site.addon("shop"));

      assertThat(site.events("shop", "AddonFailed")).isEmpty();
    }
  }

  @Test
  void point17_tenantThatHangsKeepsNobodyElseWaitingAndGoesOnWhenItAnswers() throws IOException {
    var hanging = IntStream.range(0, 10).mapToObj(i -> "hanging-" + i).toList();
    // The first of all warms what the others find warm.
    served("warm");
    var alone = served("alone");
    try (var relay = new Relay(site.admin.getMasterUrl().toString())) {
      new OrderedCluster(site.cluster, site.admin, "troubled", through(relay));
      relay.hold();
      hanging.forEach(
          name -> site.order("troubled", name, there, "1.0.0", "values: {shown: " + name + "}"));
      Await.untilTrue(
          "the first of them are asked for",
          Site.PATIENCE,
          () -> hanging.stream().anyMatch(this::underWay));
      Await.untilTrue(
          "what Helm is at is told",
          Site.PATIENCE,
          () -> hanging.stream().anyMatch(name -> message(name).contains(", begun at ")));

      var beside = served("shop");
      System.out.printf(
          "an addon is there after %d ms, beside %d that hang after %d ms%n",
          alone.toMillis(), hanging.size(), beside.toMillis());

      assertThat(beside).isLessThan(alone.multipliedBy(2).plus(Duration.ofSeconds(5)));
      assertThat(hanging).noneMatch(name -> phase(name) == Phase.INSTALLED);
      var told =
          site.awaitTold(
              "why is told", hanging.getFirst(), status -> status.phase() == Phase.FAILED);
      assertThat(told.message())
          .contains("no answer", "look whether the cluster's API server answers");
      relay.slow(Duration.ZERO);
      hanging.forEach(name -> site.awaitPhase(name, Phase.INSTALLED));
      assertThat(releases(site.admin)).hasSize(13).containsOnly("deployed");
    }
  }

  /** How long it takes from the order until it serves. */
  private Duration served(String name) {
    var began = site.now();
    site.order(name, there, "1.0.0", "values: {shown: one}");
    site.awaitPhase(name, Phase.INSTALLED);
    return Duration.between(began, site.now());
  }

  private boolean underWay(String name) {
    return phase(name) == Phase.INSTALLING;
  }

  private String message(String name) {
    var status = site.addon(name).require().getStatus();
    return status == null ? "" : String.valueOf(status.message());
  }

  private @Nullable Phase phase(String name) {
    var status = site.addon(name).require().getStatus();
    return status == null ? Phase.PENDING : status.phase();
  }

  private void order(String version, String shown) {
    site.order("troubled", "shop", there, version, REPAIR + shown + "}");
  }

  /** What is told when it failed for that reason. */
  private String failed(String reason) {
    site.awaitReason("shop", "Ready", reason);
    return String.valueOf(site.awaitPhase("shop", Phase.FAILED).message());
  }

  /** What is told when an object is missing and cannot be made again. */
  private String hindered(String why) {
    var told =
        site.awaitTold(
            "it cannot be repaired",
            "shop",
            status ->
                status.phase() == Phase.DEGRADED
                    && String.valueOf(status.message()).contains("cannot be repaired")
                    && String.valueOf(status.message()).contains(why));
    return String.valueOf(told.message());
  }

  private void awaitServed(KubernetesClient tenant, String version, String shown) {
    site.awaitTold(
        version + " serves",
        "shop",
        status -> status.phase() == Phase.INSTALLED && version.equals(status.installedVersion()));
    awaitShown(tenant, shown);
  }

  private void awaitShown(KubernetesClient tenant, String shown) {
    var map = tenant.configMaps().inNamespace(there).withName("shop");
    Await.untilTrue(
        shown + " is shown",
        Site.PATIENCE,
        () -> map.get() != null && shown.equals(map.get().getData().get("shown")));
  }

  /** How the revisions of all releases there are, in Helm's words. */
  private List<String> releases(KubernetesClient tenant) {
    return tenant.secrets().inNamespace(there).withLabel("owner", "helm").list().getItems().stream()
        .map(one -> one.getMetadata().getLabels().getOrDefault("status", ""))
        .toList();
  }

  private void namespace(KubernetesClient tenant) {
    tenant
        .resource(new NamespaceBuilder().withNewMetadata().withName(there).endMetadata().build())
        .create();
  }

  private String through(Relay relay) throws IOException {
    return Kubeconfig.parse(Files.readString(site.cluster.kubeconfig()))
        .at(URI.create("https://127.0.0.1:" + relay.port()))
        .render();
  }

  /** The way in for somebody who may look at everything and change nothing. */
  private String reader() throws IOException {
    site.apply(
        """
        apiVersion: v1
        kind: ServiceAccount
        metadata: {name: butler}
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRole
        metadata: {name: %1$s-reader}
        rules: [{apiGroups: ["*"], resources: ["*"], verbs: [get, list, watch]}]
        ---
        apiVersion: rbac.authorization.k8s.io/v1
        kind: ClusterRoleBinding
        metadata: {name: %1$s-reader}
        roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: %1$s-reader}
        subjects: [{kind: ServiceAccount, name: butler, namespace: %1$s}]
        """
            .formatted(site.cluster.namespace()));
    var token = site.cluster.kubectl("create", "token", "butler").requireSuccess().strip();
    var admin = Kubeconfig.parse(Files.readString(site.cluster.kubeconfig()));
    return new Kubeconfig(
            admin.cluster(),
            admin.server(),
            admin.authorities(),
            null,
            "butler",
            new Kubeconfig.Login.Token(token),
            null)
        .render();
  }

  private void mayWrite(boolean may) {
    if (may) {
      site.apply(
          """
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRoleBinding
          metadata: {name: %1$s-writer}
          roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-admin}
          subjects: [{kind: ServiceAccount, name: butler, namespace: %1$s}]
          """
              .formatted(site.cluster.namespace()));
    } else {
      site.cluster
          .kubectl("delete", "clusterrolebinding", site.cluster.namespace() + "-writer")
          .requireSuccess();
    }
    var who = "--as=system:serviceaccount:%s:butler".formatted(site.cluster.namespace());
    Await.untilTrue(
        "the API server knows",
        () ->
            site.cluster
                .kubectl("auth", "can-i", "create", "secrets", who, "-n", there)
                .stdout()
                .startsWith(may ? "yes" : "no"));
  }
}
