package dev.butlerlabs.butler.steward.inside.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.steward.versions.Releases;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The proxies behind kubernetes.default, and what pods are told of them. */
class ProxiesTest {

  private static final String BALANCED = "{service: {serviceType: LoadBalancer}}";
  private static final String ROUTED =
      "{service: {serviceType: ClusterIP}, ingress: {hostname: shop.example.com}}";
  private static final ProxyKeys KEYS = new ProxyKeys("certificate", "key", "authorities");
  private static final String DUAL = "{serviceCidr: '10.96.0.0/16,fd00:10::/112'}";

  private static final String READY =
      """
      addressType: IPv4
      endpoints:
        - {addresses: [192.0.2.11], conditions: {ready: true}, nodeName: b}
        - {addresses: [192.0.2.10], nodeName: a}
        - {addresses: [192.0.2.12], conditions: {ready: false}, nodeName: c}
      """;

  private static final String NOT_READY =
      """
      addressType: IPv4
      endpoints: [{addresses: [192.0.2.12], conditions: {ready: false}}]
      """;

  private static final String READY_SIX =
      """
      addressType: IPv6
      endpoints: [{addresses: ["fd00::a"], conditions: {ready: true}}]
      """;

  @Test
  void bytesArePassedThroughWhereTheAddressIsTheTenantsOwn() {
    var objects = AddOns.objects(around(BALANCED, "{}", "{}"));
    assertThat(arguments(objects))
        .containsExactly("--listen=:6443", "--health=:10270", "--upstream=192.0.2.7:6443");
    assertThat(objects).noneMatch(Secret.class::isInstance);
    assertThat(pods(objects).getVolumes()).isEmpty();
  }

  @Test
  void tlsIsEndedWhereTheWayIsChosenByName() {
    var around = around(ROUTED, "{}", "{}");
    assertThat(around.awaitsProxyKeys()).isTrue();
    assertThat(around.with(KEYS).awaitsProxyKeys()).isFalse();
    var objects = AddOns.objects(around.with(KEYS));
    assertThat(arguments(objects))
        .contains("--upstream=192.0.2.7:6443", "--server-name=shop.example.com");
    assertThat(SecretText.of(find(objects, Secret.class)))
        .isEqualTo(Map.of("tls.crt", "certificate", "tls.key", "key", "ca.crt", "authorities"));
    assertThat(pods(objects).getVolumes()).hasSize(1);
  }

  @Test
  void keyIsWrittenSoThatTheProgramCanReadItAndIsNeverPrinted() {
    var key = SigningKey.generate(KeyKind.EC_P256, new SecureRandom());
    var own = secret(Map.of("tls.crt", "certificate", "tls.key", key.traditionalPem()));
    var read = ProxyKeys.of(own, secret(Map.of("ca.crt", "authorities"))).orElseThrow();
    assertThat(read.key()).startsWith("-----BEGIN PRIVATE KEY-----");
    assertThat(SigningKey.parse(read.key())).isEqualTo(key);
    assertThat(read.toString()).doesNotContain("KEY-");
    assertThat(ProxyKeys.of(own, null)).isEmpty();
    assertThat(ProxyKeys.of(secret(Map.of("tls.key", "broken")), own)).isEmpty();
  }

  @Test
  void everyFieldOfTheOrderIsHeeded() {
    var given =
        """
        {image: mirror.example/proxy:v9, internalEndpoint: "api.internal:8443",
         hostAliases: [{ip: 192.0.2.9, hostnames: [shop.example.com]}],
         resources: {limits: {memory: 1Gi}}}
        """;
    var objects = AddOns.objects(around(BALANCED, given, "{}"));
    var container = pods(objects).getContainers().getFirst();
    assertThat(container.getImage()).isEqualTo("mirror.example/proxy:v9");
    assertThat(container.getArgs()).contains("--upstream=api.internal:8443");
    assertThat(container.getResources().getLimits()).containsKey("memory");
    assertThat(container.getResources().getRequests()).isEmpty();
    assertThat(pods(objects).getHostAliases().getFirst().getIp()).isEqualTo("192.0.2.9");
    assertThat(arguments(AddOns.objects(around(BALANCED, "{internalEndpoint: inner}", "{}"))))
        .contains("--upstream=inner:6443");
  }

  @Test
  void takingAFieldOutOfTheOrderIsNoticed() {
    var more = find(AddOns.objects(around(BALANCED, "{hostAliases: [{ip: 192.0.2.9}]}", "{}")));
    var less = find(AddOns.objects(around(BALANCED, "{}", "{}")));
    assertThat(more.getMetadata().getAnnotations())
        .isNotEqualTo(less.getMetadata().getAnnotations());
    assertThat(find(AddOns.objects(around(BALANCED, "{}", "{}")))).isEqualTo(less);
  }

  @Test
  void proxiesHaveNeitherTokenNorRightsNorPrivileges() {
    var objects = AddOns.objects(around(BALANCED, "{}", "{}"));
    assertThat(objects.stream().map(HasMetadata::getKind))
        .containsExactly("ServiceAccount", "Service", "Deployment", "PodDisruptionBudget");
    var pods = pods(objects);
    assertThat(pods.getAutomountServiceAccountToken()).isFalse();
    assertThat(pods.getDnsPolicy()).isEqualTo("Default");
    assertThat(pods.getSecurityContext().getRunAsNonRoot()).isTrue();
    var confined = pods.getContainers().getFirst().getSecurityContext();
    assertThat(confined.getReadOnlyRootFilesystem()).isTrue();
    assertThat(confined.getAllowPrivilegeEscalation()).isFalse();
    assertThat(confined.getCapabilities().getDrop()).containsExactly("ALL");
  }

  @Test
  void everyObjectIsAmongThoseThatAreLookedAt() {
    var around = around(ROUTED, "{}", DUAL).with(KEYS);
    var objects = AddOns.objects(around, seen(READY, READY_SIX));
    assertThat(objects).hasSize(7).allMatch(AddOns::known);
  }

  @Test
  void podsAreToldTheAddressesOfProxiesThatAreReady() {
    var slices = slices("{}", READY);
    assertThat(slices).hasSize(1);
    var slice = slices.getFirst();
    assertThat(slice.getMetadata().getNamespace()).isEqualTo("default");
    assertThat(slice.getMetadata().getName()).isEqualTo("kubernetes");
    assertThat(slice.getMetadata().getLabels())
        .containsEntry("kubernetes.io/service-name", "kubernetes");
    assertThat(slice.getEndpoints())
        .extracting(one -> one.getAddresses().getFirst())
        .containsExactly("192.0.2.10", "192.0.2.11");
    assertThat(slice.getPorts()).extracting("name", "port").containsExactly(tuple("https", 6443));
  }

  @Test
  void eachFamilyHasASliceAndTheFirstHasTheUsualName() {
    assertThat(slices(DUAL, READY, READY_SIX))
        .extracting(one -> one.getMetadata().getName(), EndpointSlice::getAddressType)
        .containsExactly(tuple("kubernetes", "IPv4"), tuple("kubernetes-ipv6", "IPv6"));
    assertThat(slices("{serviceCidr: 'fd00:10::/112'}", READY_SIX))
        .extracting(one -> one.getMetadata().getName(), EndpointSlice::getAddressType)
        .containsExactly(tuple("kubernetes", "IPv6"));
    var service = find(AddOns.objects(around(BALANCED, "{}", DUAL)), Service.class);
    assertThat(service.getSpec().getIpFamilies()).containsExactly("IPv4", "IPv6");
    assertThat(service.getSpec().getClusterIP()).isEqualTo("None");
  }

  @Test
  void whileNoProxyIsReadyPodsAreToldNothingAndUsersAre() {
    assertThat(slices("{}", NOT_READY)).isEmpty();
    assertThat(slices("{}")).isEmpty();
    assertThat(slices("{}", "addressType: IPv4\nendpoints: null\n")).isEmpty();
    var around = around(BALANCED, "{}", "{}");
    var none = AddOnStatus.proxies(seen(NOT_READY).ready(around));
    assertThat(none.status()).isEqualTo(Truth.FALSE);
    assertThat(none.message()).contains("kube-system/steward-tcp-proxy", "nodes have joined");
    assertThat(AddOnStatus.proxies(seen(READY).ready(around)).message()).contains("2 proxies");
  }

  @Test
  void proxyThatIsEndingGetsNoNewCallers() {
    var ending = READY.replace("{ready: true}", "{ready: true, serving: true, terminating: true}");
    assertThat(slices("{}", ending).getFirst().getEndpoints()).hasSize(1);
  }

  private static List<EndpointSlice> slices(String network, String... found) {
    return seen(found).slices(around(BALANCED, "{}", network));
  }

  private static ProxySlices seen(String... found) {
    var labels =
        """
        apiVersion: discovery.k8s.io/v1
        kind: EndpointSlice
        metadata: {name: x, labels: {kubernetes.io/service-name: steward-tcp-proxy}}
        """;
    return ProxySlices.among(
        Stream.of(found).map(one -> read(labels + one, GenericKubernetesResource.class)).toList());
  }

  private static Secret secret(Map<String, String> texts) {
    return new SecretBuilder().withData(SecretText.encode(texts)).build();
  }

  private static List<String> arguments(List<HasMetadata> objects) {
    return pods(objects).getContainers().getFirst().getArgs();
  }

  private static PodSpec pods(List<HasMetadata> objects) {
    return find(objects).getSpec().getTemplate().getSpec();
  }

  private static Deployment find(List<HasMetadata> objects) {
    return find(objects, Deployment.class);
  }

  private static <T> T find(List<HasMetadata> objects, Class<T> type) {
    return objects.stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  private static Surroundings around(String hosting, String proxy, String network) {
    var plane =
        """
        metadata: {namespace: control-planes, name: shop, uid: "1"}
        spec:
          kubernetes: {version: v1.36.3, kubelet: {}}
          controlPlane: %s
          networkProfile: %s
          addons: {tcpProxy: %s}
        status:
          controlPlaneEndpoint: 192.0.2.7:6443
          kubernetesResources: {version: {version: v1.36.3, status: Ready}}
        """
            .formatted(hosting, network, proxy.replace("\n", " "));
    return Surroundings.of(read(plane, TenantControlPlane.class), Releases.bundled()).orElseThrow();
  }

  private static <T> T read(String yaml, Class<T> type) {
    try {
      return WireFormat.mapper().treeToValue(new YAMLMapper().readTree(yaml), type);
    } catch (JsonProcessingException wrong) {
      throw new UncheckedIOException(wrong);
    }
  }
}
