package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ServicePort;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TalosTest {

  private static final String WORKERS =
      "addons: {workerBootstrap: {provider: talos, talos: {certSANs: [talos.example.com]}}}\n";

  private static final String SERVER = "1.3.6.1.5.5.7.3.1";
  private static final String CLIENT = "1.3.6.1.5.5.7.3.2";

  @Test
  void workersFindAServiceWithKeysOfItsOwn() {
    var world = new World(Planes.of("shop", Planes.USUAL + WORKERS));

    var plan = world.run();

    var service = Objects.requireNonNull(world.service);
    assertThat(service.getSpec().getPorts())
        .extracting(ServicePort::getName)
        .containsExactly("kube-apiserver", "steward-trustd");
    var pod = world.deployment().getSpec().getTemplate().getSpec();
    assertThat(pod.getContainers()).extracting(Container::getName).contains("steward-trustd");
    assertThat(pod.getVolumes().toString()).contains("os-ca.key").doesNotContain("admin.key");
    var names = SubjectAltName.in(certificate(world, "server.crt"));
    assertThat(names.toString()).contains("192.0.2.7", "talos.example.com");
    assertThat(keys(world).text("token")).matches("butler\\.[0-9a-f]{32}");
    assertThat(PlanTest.told(plan, "/addons/workerBootstrap/endpoint"))
        .isEqualTo("192.0.2.7:50001");
  }

  @Test
  void certificatesSayWhoTheyAreAndWhatForAndNothingMore() throws GeneralSecurityException {
    var world = new World(Planes.of("shop", Planes.USUAL + WORKERS));
    world.run();

    var root = certificate(world, "os-ca.crt");
    var server = Pem.certificates(keys(world).text("server.crt"));
    var admin = certificate(world, "admin.crt");

    assertThat(names(root)).containsExactlyInAnyOrder("CN=shop OS CA", "O=steward");
    assertThat(root.getBasicConstraints()).as("one authority may stand below it").isEqualTo(1);
    assertThat(uses(root)).contains("keyCertSign", "cRLSign");
    assertThat(names(server.getFirst()))
        .containsExactlyInAnyOrder("CN=steward-trustd", "O=steward");
    assertThat(server.getFirst().getExtendedKeyUsage()).containsExactly(SERVER);
    assertThat(names(admin)).containsExactlyInAnyOrder("CN=shop admin", "O=steward");
    assertThat(admin.getExtendedKeyUsage()).containsExactly(CLIENT);
    assertThat(server.subList(1, server.size())).as("the chain").containsExactly(root);
    for (var leaf : List.of(server.getFirst(), admin)) {
      leaf.verify(root.getPublicKey());
      assertThat(leaf.getBasicConstraints()).as("no authority").isEqualTo(-1);
      assertThat(uses(leaf)).contains("digitalSignature").doesNotContain("keyCertSign");
    }
    for (var file : List.of("os-ca.key", "server.key", "admin.key")) {
      assertThat(keys(world).text(file)).startsWith("-----BEGIN PRIVATE KEY-----");
    }
  }

  private static List<String> names(X509Certificate certificate) {
    return List.of(certificate.getSubjectX500Principal().getName().split(","));
  }

  private static List<String> uses(X509Certificate certificate) {
    var bits = certificate.getKeyUsage();
    return Stream.of(
            bits[0] ? "digitalSignature" : "",
            bits[5] ? "keyCertSign" : "",
            bits[6] ? "cRLSign" : "")
        .filter(use -> !use.isEmpty())
        .toList();
  }

  @Test
  void keysAreRenewedBeforeTheYearIsOverAndWorkersGoOnTrustingThem() {
    var world = new World(Planes.of("shop", Planes.USUAL + WORKERS));
    world.settle();
    var before = keys(world);

    world.now = world.now.plus(Duration.ofDays(250));
    world.settle();

    assertThat(keys(world).text("os-ca.crt")).isEqualTo(before.text("os-ca.crt"));
    assertThat(keys(world).text("token")).isEqualTo(before.text("token"));
    for (var file : List.of("server.crt", "admin.crt")) {
      assertThat(keys(world).text(file)).isNotEqualTo(before.text(file));
      assertThat(certificate(world, file).getNotAfter().toInstant())
          .isAfter(world.now.plus(Duration.ofDays(300)));
    }
  }

  @Test
  void switchedOffLeavesNothingBehind() {
    var world = new World(Planes.of("shop", Planes.USUAL + WORKERS));
    world.settle();
    var plain = Planes.usual();
    plain.setStatus(world.plane.getStatus());
    world.plane = plain;

    var plan = world.settle();

    assertThat(world.keys).doesNotContainKey(Part.TRUSTD);
    assertThat(Objects.requireNonNull(world.service).getSpec().getPorts()).hasSize(1);
    assertThat(world.deployment().toString()).doesNotContain("trustd");
    assertThat(plan.status().addons()).isNull();
  }

  @Test
  void whatCannotWorkIsRefused() {
    var hidden =
        Planes.USUAL.replace("LoadBalancer}", "ClusterIP}, ingress: {hostname: a.example.com}");
    var other = WORKERS.replace("provider: talos", "provider: other");

    assertThat(sentence(hidden + WORKERS)).contains("call by address");
    assertThat(sentence(Planes.USUAL + other)).contains("'other', which nobody knows");
  }

  private static String sentence(String spec) {
    return new World(Planes.of("shop", spec)).run().report().cause().orElseThrow().sentence();
  }

  private static Keys keys(World world) {
    return Objects.requireNonNull(world.keys.get(Part.TRUSTD));
  }

  private static X509Certificate certificate(World world, String file) {
    return Pem.certificates(keys(world).text(file)).getFirst();
  }
}
