package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Volume;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The tunnel's end beside the API server. */
class TunnelTest {

  private static final String ORDER =
      Planes.USUAL + "addons: {konnectivity: {server: {port: 8200, extraArgs: [--v=4]}}}\n";

  private final World world = new World(Planes.of("shop", ORDER));

  @Test
  void serverRunsBesideTheApiServerAndIsReachedAtItsAddress() {
    var plan = world.settle();
    var server = container("konnectivity-server");
    assertThat(server.getImage()).endsWith("/proxy-server:v0.34.0");
    assertThat(server.getArgs())
        .contains("--agent-port=8200", "--server-count=2", "--v=4", "--mode=grpc");
    assertThat(plan.service().orElseThrow().getSpec().getPorts())
        .anyMatch(port -> port.getName().equals("konnectivity-server") && port.getPort() == 8200);
    assertThat(container("kube-apiserver").getArgs())
        .contains(
            "--egress-selector-config-file="
                + "/etc/kubernetes/konnectivity/egress-selector-configuration.yaml");
    assertThat(plan.others())
        .filteredOn(ConfigMap.class::isInstance)
        .anyMatch(map -> map.getMetadata().getName().endsWith("egress-selector-configuration"));
  }

  @Test
  void bothEndsMeetAtTheSocketTheyShare() {
    world.settle();
    for (var name : List.of("konnectivity-server", "kube-apiserver")) {
      assertThat(container(name).getVolumeMounts())
          .anyMatch(mount -> mount.getMountPath().equals("/run/konnectivity"));
    }
    assertThat(container("konnectivity-server").getArgs())
        .contains("--uds-name=/run/konnectivity/konnectivity-server.socket");
  }

  @Test
  void serverIsNobodyButItself() {
    world.settle();
    var leaf = Pem.certificates(text(Part.KONNECTIVITY, "tls.crt")).getFirst();
    assertThat(Subject.of(leaf.getSubjectX500Principal()))
        .isEqualTo(Subject.named("system:konnectivity-server"));
    assertThat(SubjectAltName.in(leaf)).contains(SubjectAltName.of("192.0.2.7"));
    assertThat(login().getSubjectX500Principal()).isEqualTo(leaf.getSubjectX500Principal());
  }

  @Test
  void newAuthorityReachesItsCertificateAndItsKubeconfig() {
    world.settle();
    world.ask(Part.CA);
    world.settle();
    var signer = Pem.certificates(text(Part.CA, "ca.crt")).getFirst();
    var leaf = Pem.certificates(text(Part.KONNECTIVITY, "tls.crt")).getFirst();
    assertThat(CertificateAuthority.signed(signer, leaf)).isTrue();
    assertThat(CertificateAuthority.signed(signer, login())).isTrue();
    assertThat(Kubeconfig.parse(config()).authorities())
        .isEqualTo(Pem.certificates(text(Part.CA, "ca.crt")));
  }

  @Test
  void podsFollowWhenItsKeysChange() {
    world.settle();
    var before = world.rollouts;
    world.ask(Part.KONNECTIVITY);
    world.settle();
    assertThat(world.rollouts).isEqualTo(before + 1);
  }

  @Test
  void nothingOfItIsLeftInPodsWhenItIsWantedNoMore() {
    world.settle();
    world.plane.setSpec(Planes.spec(Planes.USUAL));
    var plan = world.settle();
    var pods = world.deployment().getSpec().getTemplate();
    assertThat(pods.getSpec().getVolumes())
        .extracting(Volume::getName)
        .noneMatch(name -> name.contains("konnectivity"));
    assertThat(pods.getMetadata().getLabels().keySet()).noneMatch(it -> it.contains("konnect"));
    assertThat(world.containers()).hasSize(3);
    assertThat(container("kube-apiserver").getArgs()).noneMatch(it -> it.contains("egress"));
    assertThat(plan.secrets()).noneMatch(it -> it.getMetadata().getName().contains("konnect"));
  }

  private Container container(String name) {
    return world.container(name);
  }

  private X509Certificate login() {
    var login = (Kubeconfig.Login.Certificate) Kubeconfig.parse(config()).login();
    return login.chain().getFirst();
  }

  private String config() {
    return text(Part.KONNECTIVITY_KUBECONFIG, "konnectivity-server.conf");
  }

  private String text(Part part, String key) {
    return Objects.requireNonNull(world.keys.get(part)).text(key);
  }
}
