package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Ways to a control plane as a real API server stores them; the test plays their controllers. */
@OnRealApiServer
class ExposureIT {

  private final InMemoryStorage storage = new InMemoryStorage(World.STORE, "etcd:2379");

  @BeforeEach
  void install(TestCluster cluster) {
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
  }

  @Test
  void ingressComesFollowsAndGoes(TestCluster cluster) {
    order(
        cluster,
        "service: {serviceType: ClusterIP}, ingress: {hostname: shop.example.com,"
            + " controllerType: nginx, ingressClassName: edge}");
    var operator = operator(cluster);

    operator.reconcile(cluster.namespace(), "shop");
    assertThat(exposed(cluster)).startsWith("False IngressPending").contains("class edge");
    assertThat(get(cluster, "ingress", "{.spec.ingressClassName} {.spec.rules[0].host}"))
        .isEqualTo("edge shop.example.com");
    assertThat(get(cluster, "tcp", "{.status.controlPlaneEndpoint}"))
        .isEqualTo("shop.example.com:443");

    tell(cluster, "ingress", "{\"loadBalancer\": {\"ingress\": [{\"ip\": \"192.0.2.9\"}]}}");
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(exposed(cluster)).startsWith("True Exposed");
    assertThat(get(cluster, "tcp", "{.status.kubernetesResources.ingress}")).contains("192.0.2.9");

    change(cluster, "{\"spec\": {\"controlPlane\": {\"ingress\": null}}}");
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(cluster.kubectl("get", "ingress", "-o", "name").requireSuccess()).isBlank();
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(get(cluster, "tcp", "{.status.kubernetesResources.ingress}")).isEmpty();
  }

  @Test
  void routeIsExplainedFromTheMissingKindToTheAnswerAndGoes(TestCluster cluster) {
    order(
        cluster,
        "service: {serviceType: ClusterIP}, gateway: {hostname: shop.example.com, parentRefs:"
            + " [{name: edge}]}");
    var operator = operator(cluster);
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(exposed(cluster)).startsWith("False GatewayApiMissing");

    cluster.installResources(
        "gateways.gateway.networking.k8s.io.yaml", "tlsroutes.gateway.networking.k8s.io.yaml");
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(exposed(cluster)).startsWith("False GatewayMissing");

    gateway(cluster, "{name: web, port: 443, protocol: HTTPS}");
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(exposed(cluster)).startsWith("False ListenerMissing").contains("web (HTTPS on 443)");

    gateway(cluster, "{name: api, port: 6443, protocol: TLS, tls: {mode: Passthrough}}");
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(exposed(cluster)).startsWith("False RoutePending");
    assertThat(get(cluster, "tlsroute", "{.spec.parentRefs[0].sectionName}")).isEqualTo("api");

    tell(cluster, "tlsroute", ACCEPTED);
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(exposed(cluster)).startsWith("True Exposed");
    assertThat(get(cluster, "tcp", "{.status.kubernetesResources.gateway.accessPoints[0].urls}"))
        .contains("https://shop.example.com:6443");

    change(cluster, "{\"spec\": {\"controlPlane\": {\"gateway\": null}}}");
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(cluster.kubectl("get", "tlsroute", "-o", "name").requireSuccess()).isBlank();
    assertThat(get(cluster, "tcp", "{.status.kubernetesResources.gateway}")).isEmpty();
  }

  private static final String ACCEPTED =
      """
      {"parents": [{"controllerName": "example.com/gateway", "parentRef": {"name": "edge"},
        "conditions": [{"type": "Accepted", "status": "True", "reason": "Accepted",
          "message": "fine", "lastTransitionTime": "2026-03-01T10:00:00Z"}]}]}
      """;

  @Test
  void nodePortAndClusterIpAreStoredAndAPortNobodyMayHaveIsTold(TestCluster cluster) {
    order(cluster, "service: {serviceType: NodePort}");
    var operator = operator(cluster);
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(get(cluster, "tcp", "{.status.conditions[?(@.type==\"RolledOut\")].message}"))
        .contains("provided port is not in the valid range");

    change(cluster, "{\"spec\": {\"networkProfile\": {\"port\": 31443}}}");
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(get(cluster, "service", "{.spec.type} {.spec.ports[0].nodePort}"))
        .isEqualTo("NodePort 31443");
    assertThat(get(cluster, "tcp", "{.status.controlPlaneEndpoint}")).endsWith(":31443");

    change(
        cluster, "{\"spec\": {\"controlPlane\": {\"service\": {\"serviceType\": \"ClusterIP\"}}}}");
    operator.reconcile(cluster.namespace(), "shop");
    assertThat(get(cluster, "service", "{.spec.type} {.spec.ports[0].nodePort}"))
        .isEqualTo("ClusterIP ");
  }

  private Operator operator(TestCluster cluster) {
    var client = cluster.client(WireFormat.serialization());
    return new Operator(client, client, storage, new Operator.Patient());
  }

  private static void order(TestCluster cluster, String hosting) {
    var plane = new TenantControlPlane();
    plane.setSpec(
        Planes.spec(
            """
            dataStore: default
            kubernetes: {version: v1.36.3, kubelet: {}}
            controlPlane: {%s}
            """
                .formatted(hosting)));
    plane.getMetadata().setName("shop");
    plane.getMetadata().setNamespace(cluster.namespace());
    cluster.client().resource(WireFormat.serialization().asYaml(plane)).create();
  }

  private static void gateway(TestCluster cluster, String listener) {
    cluster
        .kubectlReading(
            """
            apiVersion: gateway.networking.k8s.io/v1
            kind: Gateway
            metadata: {name: edge}
            spec: {gatewayClassName: edge, listeners: [%s]}
            """
                .formatted(listener),
            "apply",
            "-f",
            "-")
        .requireSuccess();
  }

  private static void change(TestCluster cluster, String patch) {
    cluster.kubectl("patch", "tcp", "shop", "--type=merge", "-p", patch).requireSuccess();
  }

  private static void tell(TestCluster cluster, String kind, String status) {
    cluster
        .kubectl(
            "patch",
            kind,
            "shop",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\": " + status + "}")
        .requireSuccess();
  }

  private static String exposed(TestCluster cluster) {
    var which = "{range .status.conditions[?(@.type==\"Exposed\")]}";
    return get(cluster, "tcp", which + "{.status} {.reason} {.message}{end}");
  }

  private static String get(TestCluster cluster, String kind, String path) {
    return cluster.kubectl("get", kind, "shop", "-o", "jsonpath=" + path).requireSuccess();
  }
}
