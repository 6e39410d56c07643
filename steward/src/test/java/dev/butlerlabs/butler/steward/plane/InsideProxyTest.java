package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import io.fabric8.kubernetes.api.model.Volume;
import java.security.cert.X509Certificate;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a control plane does for the proxy inside its tenant. */
class InsideProxyTest {

  private static final String PROXY = "addons: {tcpProxy: {}}\n";
  private static final String SILENT = "--endpoint-reconciler-type=none";

  private static final String INGRESS =
      """
      dataStore: default
      kubernetes: {version: v1.36.3, kubelet: {}}
      controlPlane:
        service: {serviceType: ClusterIP}
        ingress: {hostname: shop.example.com, controllerType: nginx}
      networkProfile: {serviceCidr: "10.32.0.0/16,fd00:10::/112", clusterDomain: shop.example}
      """;

  @Test
  void apiServerAnnouncesNoAddressExactlyWhenAProxyIsOrdered() {
    var world = new World(Planes.usual());
    world.settle();
    assertThat(world.apiServerArguments())
        .noneMatch(flag -> flag.startsWith("--endpoint-reconciler-type"));

    world.plane.setSpec(Planes.spec(Planes.USUAL + PROXY));
    world.settle();
    assertThat(world.apiServerArguments()).contains(SILENT);
    assertThat(world.rollouts).isEqualTo(1);

    world.plane.setSpec(Planes.spec(Planes.USUAL));
    world.settle();
    assertThat(world.apiServerArguments()).doesNotContain(SILENT);
    assertThat(world.rollouts).isEqualTo(2);
  }

  @Test
  void proxyThatPassesBytesThroughGetsNoCertificate() {
    var world = new World(Planes.of("shop", Planes.USUAL + PROXY));
    var plan = world.settle();
    assertThat(world.keys).doesNotContainKey(Part.TCP_PROXY);
    assertThat(plan.secrets()).noneMatch(one -> one.getMetadata().getName().contains("proxy-cert"));
  }

  @Test
  void itsCertificateIsForTheNamesInsideAndNothingElse() {
    var world = new World(Planes.of("shop", INGRESS + PROXY));
    world.settle();
    assertThat(SubjectAltName.in(leaf(world)).stream().map(SubjectAltName::toString))
        .containsExactlyInAnyOrder(
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc.shop.example",
            SubjectAltName.of("10.32.0.1").toString(),
            SubjectAltName.of("fd00:10::1").toString());
    assertThat(CertificateAuthority.signed(root(world), leaf(world))).isTrue();
  }

  @Test
  void keyOfTheApiServerIsNotItsKey() {
    var world = new World(Planes.of("shop", INGRESS + PROXY));
    world.settle();
    var servers = SigningKey.parse(text(world, Part.API_SERVER, "apiserver.key"));
    assertThat(Credential.parse(Pem.write(leaf(world)), text(world, Part.TCP_PROXY, "tls.key")))
        .isNotNull();
    assertThat(SigningKey.parse(text(world, Part.TCP_PROXY, "tls.key"))).isNotEqualTo(servers);
  }

  @Test
  void newAuthorityReachesItsCertificate() {
    var world = new World(Planes.of("shop", INGRESS + PROXY));
    world.settle();
    var before = root(world);
    world.ask(Part.CA);
    world.settle();
    assertThat(root(world)).isNotEqualTo(before);
    assertThat(CertificateAuthority.signed(root(world), leaf(world))).isTrue();
    assertThat(Pem.certificates(text(world, Part.TCP_PROXY, "tls.crt")))
        .as("who knows only the old root finds its word behind the leaf")
        .hasSize(2);
  }

  @Test
  void podsOfTheControlPlaneDoNotCareForItsCertificate() {
    var world = new World(Planes.of("shop", INGRESS + PROXY));
    world.settle();
    var before = world.rollouts;
    var leaf = leaf(world);
    world.ask(Part.TCP_PROXY);
    world.settle();
    assertThat(leaf(world)).isNotEqualTo(leaf);
    assertThat(world.rollouts).isEqualTo(before);
    var pods = world.deployment().getSpec().getTemplate();
    assertThat(pods.getSpec().getVolumes())
        .extracting(Volume::getName)
        .noneMatch(name -> name.contains("tcp-proxy"));
    assertThat(pods.getMetadata().getLabels().keySet()).noneMatch(it -> it.contains("tcp-proxy"));
  }

  @Test
  void itsCertificateIsForgottenWhenNobodyWantsItAnyMore() {
    var world = new World(Planes.of("shop", INGRESS + PROXY));
    world.settle();
    world.plane.setSpec(Planes.spec(INGRESS));
    var plan = world.settle();
    assertThat(plan.secrets())
        .noneMatch(one -> one.getMetadata().getName().equals("shop-tcp-proxy-certificate"));
  }

  @Test
  void familyOfTheAddressDoesNotMatterWhenItIsNotAnnounced() {
    var six = Planes.USUAL + "networkProfile: {serviceCidr: 'fd00:10::/112'}\n";
    var announced = PlanTest.verdict(new World(Planes.of("shop", six)).run(), "EndpointReady");
    assertThat(announced.status()).isEqualTo(Truth.FALSE);
    assertThat(announced.reason()).isEqualTo("AddressFamilyMismatch");
    var silent = PlanTest.verdict(new World(Planes.of("shop", six + PROXY)).run(), "EndpointReady");
    assertThat(silent.status()).isEqualTo(Truth.TRUE);
  }

  private static X509Certificate leaf(World world) {
    return Pem.certificates(text(world, Part.TCP_PROXY, "tls.crt")).getFirst();
  }

  private static X509Certificate root(World world) {
    return Pem.certificates(text(world, Part.CA, "ca.crt")).getFirst();
  }

  private static String text(World world, Part part, String key) {
    return Objects.requireNonNull(world.keys.get(part)).text(key);
  }
}
