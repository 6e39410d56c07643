package dev.butlerlabs.butler.steward.capi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.steward.capi.plan.ClusterView;
import dev.butlerlabs.butler.steward.capi.plan.TenantOrder;
import org.junit.jupiter.api.Test;

/** What of a StewardControlPlane reaches its TenantControlPlane, and under which name. */
class TenantOrderTest {

  private static final String CLUSTER =
      """
      metadata: {name: shop, namespace: team}
      spec:
        clusterNetwork: {apiServerPort: 7443}
        infrastructureRef:
          apiVersion: infrastructure.cluster.x-k8s.io/v1beta1
          kind: NutanixCluster
          name: shop
      """;

  @Test
  void everySettingHasItsPlace() throws Exception {
    var order =
        order(
            """
            metadata:
              name: shop-plane
              namespace: team
              uid: u1
              labels: {team: red}
              annotations:
                note: kept
                kubectl.kubernetes.io/last-applied-configuration: "{}"
            spec:
              replicas: 3
              version: 1.36.3
              dataStoreName: fast
              dataStoreSchema: s
              dataStoreUsername: u
              registry: mirror.example
              admissionControllers: [PodNodeSelector]
              addons:
                coreDNS: {imageTag: v1, dnsServiceIPs: [10.96.0.20]}
                konnectivity: {}
              apiServer: {containerImageName: api, extraArgs: [--v=4], extraVolumeMounts: [{name: a}]}
              controllerManager: {extraArgs: [--v=5]}
              scheduler: {resources: {requests: {cpu: 50m}}}
              kubelet: {cgroupfs: cgroupfs}
              network:
                serviceType: ClusterIP
                serviceAddress: 10.0.0.9
                serviceLabels: {a: b}
                certSANs: [api.example]
                ingress: {hostname: "shop.example:8443", className: fast, extraLabels: {c: d}}
              deployment:
                nodeSelector: {disk: ssd}
                serviceAccountName: runner
                extraContainers: [{name: side}]
            """);

    assertThat(order.at("/metadata/labels").toString())
        .isEqualTo("{\"team\":\"red\",\"cluster.x-k8s.io/cluster-name\":\"shop\"}");
    assertThat(order.at("/metadata/annotations").toString()).isEqualTo("{\"note\":\"kept\"}");
    assertThat(order.at("/metadata/ownerReferences/0/uid").asText()).isEqualTo("u1");
    expect(order, "/spec/dataStore", "fast");
    expect(order, "/spec/dataStoreSchema", "s");
    expect(order, "/spec/dataStoreUsername", "u");
    expect(order, "/spec/kubernetes/version", "v1.36.3");
    expect(order, "/spec/kubernetes/admissionControllers/0", "PodNodeSelector");
    expect(order, "/spec/kubernetes/kubelet/cgroupfs", "cgroupfs");
    expect(order, "/spec/controlPlane/deployment/replicas", "3");
    expect(order, "/spec/controlPlane/deployment/registrySettings/registry", "mirror.example");
    expect(order, "/spec/controlPlane/deployment/registrySettings/apiServerImage", "api");
    expect(order, "/spec/controlPlane/deployment/extraArgs/apiServer/0", "--v=4");
    expect(order, "/spec/controlPlane/deployment/extraArgs/controllerManager/0", "--v=5");
    expect(order, "/spec/controlPlane/deployment/resources/scheduler/requests/cpu", "50m");
    expect(order, "/spec/controlPlane/deployment/additionalVolumeMounts/apiServer/0/name", "a");
    expect(order, "/spec/controlPlane/deployment/nodeSelector/disk", "ssd");
    expect(order, "/spec/controlPlane/deployment/serviceAccountName", "runner");
    expect(order, "/spec/controlPlane/deployment/additionalContainers/0/name", "side");
    expect(order, "/spec/controlPlane/service/serviceType", "ClusterIP");
    expect(order, "/spec/controlPlane/service/additionalMetadata/labels/a", "b");
    expect(order, "/spec/controlPlane/ingress/hostname", "shop.example:8443");
    expect(order, "/spec/controlPlane/ingress/ingressClassName", "fast");
    expect(order, "/spec/networkProfile/address", "10.0.0.9");
    expect(order, "/spec/networkProfile/port", "7443");
    expect(order, "/spec/networkProfile/dnsServiceIPs/0", "10.96.0.20");
    assertThat(order.at("/spec/networkProfile/certSANs").toString())
        .isEqualTo("[\"api.example\",\"shop.example\"]");
    expect(order, "/spec/addons/coreDNS/imageTag", "v1");
    assertThat(order.at("/spec/addons/konnectivity").isMissingNode()).isFalse();
    assertThat(order.at("/spec/addons/kubeProxy").isMissingNode()).isTrue();
  }

  @Test
  void whatNobodySaidIsLeftToTheTenantControlPlane() throws Exception {
    var order =
        order(
            """
            metadata: {name: shop, namespace: team, uid: u1}
            spec: {version: v1.36.3}
            """);

    expect(order, "/spec/controlPlane/service/serviceType", "LoadBalancer");
    for (var path :
        new String[] {
          "/spec/dataStore",
          "/spec/addons",
          "/spec/networkProfile/serviceCidr",
          "/spec/networkProfile/podCidr",
          "/spec/networkProfile/clusterDomain",
          "/spec/networkProfile/dnsServiceIPs",
          "/spec/controlPlane/deployment/replicas",
          "/spec/kubernetes/admissionControllers"
        }) {
      assertThat(order.at(path).isMissingNode()).as(path).isTrue();
    }
  }

  @Test
  void referencesOfBothVersionsAreRead() throws Exception {
    var older = cluster(CLUSTER).infrastructure().orElseThrow();
    assertThat(older.group()).isEqualTo("infrastructure.cluster.x-k8s.io");
    assertThat(older).hasToString("NutanixCluster team/shop");
    var newer =
        cluster(
            CLUSTER.replace(
                "apiVersion: infrastructure.cluster.x-k8s.io/v1beta1",
                "apiGroup: infrastructure.cluster.x-k8s.io"));
    assertThat(newer.infrastructure()).contains(older);
  }

  private static JsonNode order(String plane) throws Exception {
    var read =
        WireFormat.mapper()
            .convertValue(new YAMLMapper().readTree(plane), StewardControlPlane.class);
    return WireFormat.mapper().valueToTree(TenantOrder.of(read, cluster(CLUSTER)));
  }

  private static ClusterView cluster(String yaml) throws Exception {
    return ClusterView.of(new YAMLMapper().readTree(yaml));
  }

  private static void expect(JsonNode order, String path, String text) {
    assertThat(order.at(path).asText()).as(path).isEqualTo(text);
  }
}
