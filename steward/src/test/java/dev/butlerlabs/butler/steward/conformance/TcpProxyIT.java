package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.steward.inside.AddOnReconciler;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The proxies' objects inside a real tenant, and what its pods find behind kubernetes.default. */
@OnRealApiServer
@ExtendWith(OneTenant.class)
class TcpProxyIT {

  private static final List<String> THERE =
      List.of(
          "serviceaccount/steward-tcp-proxy",
          "service/steward-tcp-proxy",
          "deployment/steward-tcp-proxy",
          "poddisruptionbudget/steward-tcp-proxy");

  /** What API servers announced of themselves before, as they write it. */
  private static final String ANNOUNCED =
      """
      apiVersion: discovery.k8s.io/v1
      kind: EndpointSlice
      metadata:
        namespace: default
        name: kubernetes
        labels: {kubernetes.io/service-name: kubernetes}
      addressType: IPv4
      endpoints: [{addresses: [192.0.2.99], conditions: {ready: true}}]
      ports: [{name: https, port: 6443, protocol: TCP}]
      ---
      apiVersion: v1
      kind: Endpoints
      metadata:
        namespace: default
        name: kubernetes
        labels: {endpointslice.kubernetes.io/skip-mirror: "true"}
      subsets: [{addresses: [{ip: 192.0.2.99}], ports: [{name: https, port: 6443}]}]
      """;

  private static final String PROXY =
      """
      apiVersion: v1
      kind: Node
      metadata: {name: proxy-node}
      ---
      apiVersion: v1
      kind: Pod
      metadata:
        namespace: kube-system
        name: played-proxy
        labels: {k8s-app: steward-tcp-proxy}
      spec:
        nodeName: proxy-node
        tolerations: [{operator: Exists}]
        containers: [{name: tcp-proxy, image: played}]
      """;

  @AfterEach
  void nothingStays(ServedTenant tenant) {
    for (var one : THERE) {
      tenant.reading("", "delete", "-n", "kube-system", "--ignore-not-found", one);
    }
    tenant.reading(PROXY, "delete", "--ignore-not-found", "--force", "--grace-period=0", "-f", "-");
    tenant.reading(ANNOUNCED, "delete", "--ignore-not-found", "-f", "-");
  }

  @Test
  void proxiesAreAnnouncedWhenTheyAreReadyArePutBackAndGoWithoutATrace(
      TestCluster cluster, ServedTenant tenant) {
    tenant.apply(ANNOUNCED);
    try (var landlord = new Landlord(cluster);
        var addOns = reconciler(landlord)) {
      landlord.order(tenant, "{tcpProxy: {}}");
      landlord.start(addOns.watches(), addOns);
      var told =
          landlord
              .await()
              .until("installed", landlord.plane(), plane -> holds(plane, "AddonsInstalled"));
      assertThat(condition(told).message()).contains("no pod of Deployment");
      assertThat(missing(tenant)).isEmpty();
      var status = Objects.requireNonNull(told.getStatus()).addons();
      assertThat(Objects.requireNonNull(Objects.requireNonNull(status).tcpProxy()).clusterRole())
          .isNull();
      assertThat(addresses(slice(tenant).require()))
          .as("what was announced stays until a proxy is ready")
          .containsExactly("192.0.2.99");

      aProxyBecomesReady(tenant, "True");
      awaitProxy(tenant);
      landlord
          .await()
          .until("serving is told", landlord.plane(), plane -> holds(plane, "ProxyServing"));
      assertThat(tenant.reading("", "get", "endpoints", "kubernetes").exit()).isNotZero();
      whatPodsAreToldIsPutBack(tenant);

      aProxyBecomesReady(tenant, "False");
      new Await(tenant.admin()).untilGone(slice(tenant));
      aProxyBecomesReady(tenant, "True");
      awaitProxy(tenant);

      landlord.edit("{\"spec\": {\"addons\": null}}");
      landlord
          .await()
          .until(
              "nothing is told any more",
              landlord.plane(),
              plane -> Objects.requireNonNull(plane.getStatus()).addons() == null);
      assertThat(missing(tenant)).containsExactlyElementsOf(THERE);
      assertThat(slice(tenant).get()).isNull();
    }
  }

  @Test
  void apiServerHasNothingToWarnOf(ServedTenant tenant) {
    var all = "{tcpProxy: {hostAliases: [{ip: 192.0.2.1, hostnames: [shop.example.com]}]}}";
    var said =
        tenant.reading(
            AddOnManifests.of(tenant, all),
            "apply",
            "--server-side",
            "--dry-run=server",
            "--validate=strict",
            "-f",
            "-");
    assertThat(said.exit()).as(said.toString()).isZero();
    assertThat(said.err()).isEmpty();
    assertThat(said.out().lines()).hasSize(THERE.size());
  }

  private static void whatPodsAreToldIsPutBack(ServedTenant tenant) {
    slice(tenant).delete();
    awaitProxy(tenant);
    tenant.kubectl(
        "patch",
        "endpointslice",
        "kubernetes",
        "--type=merge",
        "-p",
        "{\"endpoints\": [{\"addresses\": [\"192.0.2.66\"]}]}");
    awaitProxy(tenant);
  }

  /** As the kubelet would tell it. */
  private static void aProxyBecomesReady(ServedTenant tenant, String truth) {
    tenant.apply(PROXY);
    tenant.kubectl(
        "patch",
        "pod",
        "-n",
        "kube-system",
        "played-proxy",
        "--subresource=status",
        "--type=merge",
        "-p",
        """
        {"status": {"phase": "Running", "podIP": "192.0.2.10", "podIPs": [{"ip": "192.0.2.10"}],
          "conditions": [{"type": "Ready", "status": "%s"}]}}
        """
            .formatted(truth));
  }

  private static void awaitProxy(ServedTenant tenant) {
    new Await(tenant.admin())
        .until(
            "the proxy is announced",
            slice(tenant),
            found -> addresses(found).equals(List.of("192.0.2.10")));
  }

  private static Resource<EndpointSlice> slice(ServedTenant tenant) {
    return tenant
        .admin()
        .discovery()
        .v1()
        .endpointSlices()
        .inNamespace("default")
        .withName("kubernetes");
  }

  private static List<String> addresses(EndpointSlice slice) {
    return slice.getEndpoints().stream().flatMap(one -> one.getAddresses().stream()).toList();
  }

  static AddOnReconciler reconciler(Landlord landlord) {
    return new AddOnReconciler(
        landlord.client,
        landlord.timeline,
        landlord.tenants,
        ClientSettings.named("steward-test").withCallTimeout(Duration.ofSeconds(5)),
        "super-admin.conf");
  }

  static boolean holds(TenantControlPlane plane, String type) {
    return new Conditions(Objects.requireNonNull(plane.getStatus()).conditions()).holds(type);
  }

  private static Condition condition(TenantControlPlane plane) {
    return new Conditions(Objects.requireNonNull(plane.getStatus()).conditions())
        .find("ProxyServing")
        .orElseThrow();
  }

  private static List<String> missing(ServedTenant tenant) {
    return THERE.stream()
        .filter(one -> tenant.reading("", "get", "-n", "kube-system", one).exit() != 0)
        .toList();
  }
}
