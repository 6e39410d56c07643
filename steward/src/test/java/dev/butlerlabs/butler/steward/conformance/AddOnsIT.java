package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.steward.inside.AddOnReconciler;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.Edit;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Add-ons inside a real tenant: they come, are put back, and go without a trace. */
@OnRealApiServer
@ExtendWith(OneTenant.class)
class AddOnsIT {

  private static final String ALL = "{coreDNS: {}, kubeProxy: {}, konnectivity: {}}";

  private static final List<String> THERE =
      List.of(
          "serviceaccount/coredns",
          "clusterrole/system:coredns",
          "clusterrolebinding/system:coredns",
          "configmap/coredns",
          "deployment/coredns",
          "service/kube-dns",
          "serviceaccount/kube-proxy",
          "clusterrolebinding/kubeadm:node-proxier",
          "role/kube-proxy",
          "rolebinding/kube-proxy",
          "configmap/kube-proxy",
          "daemonset/kube-proxy",
          "serviceaccount/konnectivity-agent",
          "clusterrolebinding/system:konnectivity-server",
          "daemonset/konnectivity-agent");

  @AfterEach
  void nothingStays(ServedTenant tenant) {
    for (var one : THERE) {
      tenant.reading("", "delete", "-n", "kube-system", "--ignore-not-found", one);
    }
  }

  @Test
  void theyComeArePutBackAndGoWithoutATrace(TestCluster cluster, ServedTenant tenant) {
    try (var landlord = new Landlord(cluster);
        var addOns = reconciler(landlord)) {
      landlord.order(tenant, ALL);
      landlord.start(addOns.watches(), addOns);
      var told = landlord.await().until("installed", landlord.plane(), AddOnsIT::installed);
      var status =
          Objects.requireNonNull(Objects.requireNonNull(told.getStatus()).addons(), "addons");
      assertThat(Objects.requireNonNull(status.coreDNS()).enabled()).isTrue();
      assertThat(missing(tenant)).isEmpty();
      kubeadmAcceptsTheProxysConfiguration(tenant);

      removedAndChangedOnesAreBack(tenant.admin());

      ownAdditionIsKept(tenant);
      landlord.edit("{\"spec\": {\"addons\": {\"kubeProxy\": null}}}");
      Await.untilTrue("the proxy is gone", () -> missing(tenant).size() == 6);
      landlord.edit("{\"spec\": {\"addons\": null}}");
      landlord
          .await()
          .until(
              "nothing is told any more",
              landlord.plane(),
              plane -> Objects.requireNonNull(plane.getStatus()).addons() == null);
      assertThat(missing(tenant)).containsExactlyElementsOf(THERE);
      assertThat(tenant.kubectl("get", "configmap", "-n", "kube-system", "coredns-custom"))
          .contains("coredns-custom");
    }
  }

  @Test
  void settledTenantIsNotWrittenTo(TestCluster cluster, ServedTenant tenant) {
    try (var landlord = new Landlord(cluster)) {
      landlord.order(tenant, ALL);
      try (var addOns = reconciler(landlord)) {
        landlord.start(addOns.watches(), addOns);
        landlord.await().until("installed", landlord.plane(), AddOnsIT::installed);
      }
      try (var addOns = reconciler(landlord)) {
        var before = versions(tenant);
        landlord.start(addOns.watches(), addOns);
        Await.untilTrue("it is looked at", () -> addOns.watched() == 1);
        // What must be put back is; by then anything else would have been written, too.
        tenant.kubectl("delete", "configmap", "-n", "kube-system", "coredns");
        Await.untilTrue(
            "it is back",
            () -> tenant.reading("", "get", "cm", "-n", "kube-system", "coredns").exit() == 0);
        assertThat(versions(tenant)).isEqualTo(before);
      }
    }
  }

  @Test
  void whatSomebodyElseMadeIsLeftAloneAndTold(TestCluster cluster, ServedTenant tenant) {
    tenant
        .admin()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("kube-system")
                .withName("coredns")
                .endMetadata()
                .withData(Map.of("Corefile", "mine"))
                .build())
        .create();
    try (var landlord = new Landlord(cluster);
        var addOns = reconciler(landlord)) {
      landlord.order(tenant, "{coreDNS: {}}");
      landlord.start(addOns.watches(), addOns);
      landlord
          .await()
          .until(
              "told",
              landlord.plane(),
              plane ->
                  conditions(plane)
                      .find("AddonsInstalled")
                      .filter(one -> one.message().contains("ConfigMap kube-system/coredns"))
                      .filter(one -> one.reason().equals("Conflict"))
                      .isPresent());
      var left = tenant.admin().configMaps().inNamespace("kube-system").withName("coredns");
      assertThat(left.require().getData()).containsEntry("Corefile", "mine");
    }
  }

  @Test
  void apiServerHasNothingToWarnOf(ServedTenant tenant) {
    var objects = AddOnManifests.of(tenant, ALL);
    var said =
        tenant.reading(
            objects, "apply", "--server-side", "--dry-run=server", "--validate=strict", "-f", "-");
    assertThat(said.exit()).as(said.toString()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.out().lines()).hasSize(THERE.size());
  }

  private static void removedAndChangedOnesAreBack(KubernetesClient admin) {
    var services = admin.services().inNamespace("kube-system").withName("kube-dns");
    var removed = services.require().getMetadata().getUid();
    services.delete();
    new Await(admin)
        .until("back", services, found -> !found.getMetadata().getUid().equals(removed));
    var deployments = admin.apps().deployments().inNamespace("kube-system").withName("coredns");
    deployments.edit(
        Edit.atAnyVersion(
            found -> {
              found.getSpec().getTemplate().getSpec().getContainers().getFirst().setImage("evil:1");
              return found;
            }));
    new Await(admin)
        .until(
            "as it was",
            deployments,
            found ->
                found
                    .getSpec()
                    .getTemplate()
                    .getSpec()
                    .getContainers()
                    .getFirst()
                    .getImage()
                    .startsWith("registry.k8s.io/coredns/"));
  }

  private static void kubeadmAcceptsTheProxysConfiguration(ServedTenant tenant) {
    var map = tenant.admin().configMaps().inNamespace("kube-system").withName("kube-proxy");
    var config = Objects.requireNonNull(map.require().getData().get("config.conf"));
    var file = tenant.file("kube-proxy.yaml", config).toString();
    var said = tenant.kubeadm("config", "validate", "--config", file);
    assertThat(said.exit()).as(said.toString()).isZero();
  }

  private static void ownAdditionIsKept(ServedTenant tenant) {
    tenant.apply(
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {namespace: kube-system, name: coredns-custom}
        data: {log.override: log}
        """);
  }

  private static AddOnReconciler reconciler(Landlord landlord) {
    return new AddOnReconciler(
        landlord.client,
        landlord.timeline,
        landlord.tenants,
        ClientSettings.named("steward-test").withCallTimeout(Duration.ofSeconds(5)),
        "super-admin.conf");
  }

  private static boolean installed(TenantControlPlane plane) {
    return conditions(plane).holds("AddonsInstalled");
  }

  private static Conditions conditions(TenantControlPlane plane) {
    return new Conditions(Objects.requireNonNull(plane.getStatus()).conditions());
  }

  private static List<String> missing(ServedTenant tenant) {
    return THERE.stream()
        .filter(one -> tenant.reading("", "get", "-n", "kube-system", one).exit() != 0)
        .toList();
  }

  /** When we last wrote to each, but for the ConfigMap that the test removes. */
  private static String versions(ServedTenant tenant) {
    return tenant.kubectl(
        "get",
        "-n",
        "kube-system",
        "serviceaccount/coredns",
        "deployment/coredns",
        "service/kube-dns",
        "configmap/kube-proxy",
        "daemonset/konnectivity-agent",
        "-o",
        "jsonpath={range .items[*]}{.metadata.generation} "
            + "{.metadata.managedFields[?(@.manager=='steward-add-ons')].time}{end}");
  }
}
