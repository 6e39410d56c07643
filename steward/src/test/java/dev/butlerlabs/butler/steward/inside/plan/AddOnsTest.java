package dev.butlerlabs.butler.steward.inside.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.steward.versions.Releases;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** What stands inside tenants for their add-ons. */
class AddOnsTest {

  private static final String ALL =
      "{coreDNS: {}, kubeProxy: {}, konnectivity: {}, tcpProxy: {}, workerBootstrap: {provider:"
          + " talos}}";

  @Test
  void nothingStandsThereForAddOnsNobodyOrdered() {
    assertThat(objects("{}", "{}")).isEmpty();
    assertThat(objects("{coreDNS: {}}", "{}")).noneMatch(DaemonSet.class::isInstance);
  }

  @Test
  void sameOrderGivesTheSameObjects() {
    assertThat(objects(ALL, "{}")).isEqualTo(objects(ALL, "{}"));
  }

  @Test
  void everyNameIsAmongThoseThatAreLookedAt() {
    for (var object : objects(ALL, "{}")) {
      assertThat(AddOns.NAMES).contains(object.getMetadata().getName());
      assertThat(object.getMetadata().getNamespace()).isIn(null, "kube-system");
    }
  }

  @Test
  void namesAreAnsweredAtTheAddressKubeletsAreTold() {
    assertThat(service("{}").getSpec().getClusterIPs()).containsExactly("10.96.0.10");
    assertThat(service("{serviceCidr: 10.32.0.0/12}").getSpec().getClusterIP())
        .isEqualTo("10.32.0.10");
    assertThat(service("{dnsServiceIPs: [10.96.7.7]}").getSpec().getClusterIP())
        .isEqualTo("10.96.7.7");
    assertThat(service("{serviceCidr: 'fd00:10::/112'}").getSpec().getClusterIP())
        .isEqualTo("fd00:10:0:0:0:0:0:a");
  }

  @Test
  void dualStackHasAnAddressOfEachFamily() {
    var spec = service("{serviceCidr: '10.96.0.0/16,fd00:10::/112'}").getSpec();
    assertThat(spec.getClusterIPs()).containsExactly("10.96.0.10", "fd00:10:0:0:0:0:0:a");
    assertThat(spec.getIpFamilyPolicy()).isEqualTo("RequireDualStack");
  }

  @Test
  void corefileHasTheDomainAndRoomForOnesOwn() {
    var map = find(objects("{coreDNS: {}}", "{clusterDomain: shop.example}"), ConfigMap.class);
    assertThat(map.getData().get("Corefile"))
        .contains("kubernetes shop.example in-addr.arpa")
        .contains("import /etc/coredns-custom/*.override")
        .contains("import /etc/coredns-custom/*.server");
  }

  @Test
  void imageTagAndRepositoryAreHeededEachByItself() {
    assertThat(coreDnsImage("{coreDNS: {}}")).isEqualTo("registry.k8s.io/coredns/coredns:v1.14.2");
    assertThat(coreDnsImage("{coreDNS: {imageTag: v9}}"))
        .isEqualTo("registry.k8s.io/coredns/coredns:v9");
    assertThat(coreDnsImage("{coreDNS: {imageRepository: mirror.example/dns}}"))
        .isEqualTo("mirror.example/dns/coredns:v1.14.2");
    assertThat(proxy("{kubeProxy: {}}", "{}")).contains("registry.k8s.io/kube-proxy:v1.36.3");
    assertThat(proxy("{kubeProxy: {imageTag: v2}}", "{}")).contains("/kube-proxy:v2");
  }

  @Test
  void whatFillsAPlaceCannotLeaveIt() {
    var image = "v1\n        privileged: true\n\"}]";
    var tag = image.replace("\n", "\\n").replace("\"", "\\\"");
    assertThat(coreDnsImage("{coreDNS: {imageTag: \"" + tag + "\"}}")).endsWith(":" + image);
  }

  @Test
  void proxyKnowsThePodsAndTheWayToTheApi() {
    var map = find(objects("{kubeProxy: {}}", "{podCidr: 10.99.0.0/16}"), ConfigMap.class);
    assertThat(map.getData().get("config.conf")).contains("clusterCIDR: \"10.99.0.0/16\"");
    assertThat(map.getData().get("kubeconfig.conf")).contains("server: https://192.0.2.7:6443");
  }

  @Test
  void changedConfigurationRollsTheProxies() {
    assertThat(proxy("{kubeProxy: {}}", "{}"))
        .isNotEqualTo(proxy("{kubeProxy: {}}", "{podCidr: 10.99.0.0/16}"));
  }

  @Test
  void agentsRunOnEveryNodeOrAsManyAsWanted() {
    var some = "{konnectivity: {agent: {mode: Deployment, replicas: 3, extraArgs: [--v=4]}}}";
    assertThat(find(objects("{konnectivity: {}}", "{}"), DaemonSet.class)).isNotNull();
    var deployment = find(objects(some, "{}"), Deployment.class);
    assertThat(deployment.getSpec().getReplicas()).isEqualTo(3);
    var agent = deployment.getSpec().getTemplate().getSpec().getContainers().getFirst();
    assertThat(agent.getArgs())
        .contains("--proxy-server-host=192.0.2.7", "--proxy-server-port=8132", "--v=4");
    assertThat(agent.getImage()).endsWith("/proxy-agent:v0.34.0");
  }

  @Test
  void theOtherEndOfTheTunnelMayOnlyAskWhoSomebodyIs() {
    var rights = WireFormat.serialization().asYaml(objects("{konnectivity: {}}", "{}"));
    assertThat(rights).contains("system:auth-delegator").doesNotContain("system:masters");
  }

  @Test
  void imagesArePulledOnlyWhereTheyAreNot() {
    var some = ALL.replace("konnectivity: {}", "konnectivity: {agent: {mode: Deployment}}");
    for (var addons : List.of(ALL, some)) {
      var containers =
          objects(addons, "{}").stream()
              .map(object -> WireFormat.mapper().<JsonNode>valueToTree(object))
              .flatMap(tree -> tree.findValues("containers").stream())
              .flatMap(list -> StreamSupport.stream(list.spliterator(), false))
              .toList();

      assertThat(containers)
          .extracting(container -> container.path("name").asText())
          .containsExactlyInAnyOrder("coredns", "kube-proxy", "konnectivity-agent", "tcp-proxy");
      assertThat(containers)
          .extracting(container -> container.path("imagePullPolicy").asText())
          .containsOnly("IfNotPresent");
    }
  }

  @Test
  void talosWorkersMayLookForApiServersAndNobodyElse() {
    var talos = "{workerBootstrap: {provider: talos}}";
    var role = find(objects(talos, "{}"), ClusterRole.class);
    var binding = find(objects(talos, "{}"), ClusterRoleBinding.class);

    assertThat(objects(talos, "{}")).hasSize(2);
    assertThat(role.getMetadata().getName()).isEqualTo("steward:node-endpointslice-reader");
    assertThat(role.getRules())
        .singleElement()
        .satisfies(
            rule -> {
              assertThat(rule.getResources()).containsExactly("endpointslices");
              assertThat(rule.getVerbs()).containsExactly("get", "list", "watch");
            });
    assertThat(binding.getRoleRef().getName()).isEqualTo(role.getMetadata().getName());
    assertThat(binding.getSubjects()).extracting(Subject::getName).containsExactly("system:nodes");
  }

  private static Service service(String network) {
    return find(objects("{coreDNS: {}}", network), Service.class);
  }

  private static String coreDnsImage(String addons) {
    return find(objects(addons, "{}"), Deployment.class)
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .getFirst()
        .getImage();
  }

  private static String proxy(String addons, String network) {
    return WireFormat.serialization().asYaml(find(objects(addons, network), DaemonSet.class));
  }

  private static <T> T find(List<HasMetadata> objects, Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  private static List<HasMetadata> objects(String addons, String network) {
    var plane =
        """
        metadata: {namespace: control-planes, name: shop, uid: "1"}
        spec:
          kubernetes: {version: v1.36.3, kubelet: {}}
          controlPlane: {service: {serviceType: LoadBalancer}}
          networkProfile: %s
          addons: %s
        status:
          controlPlaneEndpoint: 192.0.2.7:6443
          kubernetesResources: {version: {version: v1.36.3, status: Ready}}
        """
            .formatted(network, addons);
    try {
      var tree = new YAMLMapper().readTree(plane);
      var read = WireFormat.mapper().treeToValue(tree, TenantControlPlane.class);
      return AddOns.objects(Surroundings.of(read, Releases.bundled()).orElseThrow());
    } catch (JsonProcessingException wrong) {
      throw new UncheckedIOException(wrong);
    }
  }
}
