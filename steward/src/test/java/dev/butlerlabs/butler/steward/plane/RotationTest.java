package dev.butlerlabs.butler.steward.plane;

import static dev.butlerlabs.butler.steward.plane.PlanTest.told;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RotationTest {

  private final World world = new World(Planes.usual());

  @Test
  void newRootIsTrustedEverywhereBeforeItSigns() {
    world.settle();
    var old = roots().getFirst();

    world.ask(Part.CA);
    var plan = world.run();

    assertThat(roots()).hasSize(2).startsWith(old);
    assertThat(signer()).isEqualTo(old);
    assertThat(trustedByAdmin()).isEqualTo(roots());
    assertThat(issuerOfServer()).isEqualTo(old);
    assertThat(told(plan, "/kubernetesResources/version/status"))
        .isEqualTo("CertificateAuthorityRotating");
    assertThat(world.plan().orders()).as("pods do not have it yet").isEmpty();
  }

  @Test
  void newRootSignsWhenEveryPodTrustsItAndTheOldOneIsStillTrusted() {
    world.settle();
    var old = roots().getFirst();
    world.ask(Part.CA);

    world.settle();

    assertThat(signer()).isNotEqualTo(old);
    assertThat(roots()).containsExactly(signer(), old);
    assertThat(issuerOfServer()).isEqualTo(signer());
    assertThat(world.rollouts).isEqualTo(2);
  }

  @Test
  void newRootDoesNotSignWhileAPodThatDoesNotKnowItStillAnswers() {
    world.settle();
    var old = roots().getFirst();
    world.ask(Part.CA);
    world.leaving = 1;

    world.settle();
    assertThat(signer()).isEqualTo(old);
    world.leaving = 0;
    world.settle();

    assertThat(signer()).isNotEqualTo(old);
  }

  @Test
  void nodesThatKnowOnlyTheOldRootStillBelieveTheServer() throws Exception {
    world.settle();
    var old = roots().getFirst();
    world.ask(Part.CA);
    world.settle();
    world.ask(Part.CA);
    world.settle();

    var chain = Pem.certificates(text(Part.API_SERVER, "apiserver.crt"));

    assertThat(chain).hasSize(3);
    validate(old, chain);
    assertThatThrownBy(() -> validate(old, chain.subList(0, 1)))
        .isInstanceOf(CertPathValidatorException.class);
  }

  @Test
  void oldRootIsDroppedWhenAllItSignedHasRunOut() {
    world.settle();
    world.ask(Part.CA);
    world.settle();
    var signer = signer();

    world.now = world.now.plus(Duration.ofDays(365));
    world.settle();
    assertThat(roots()).hasSize(2);
    world.now = world.now.plus(Duration.ofDays(2));
    world.settle();

    assertThat(roots()).containsExactly(signer);
  }

  @Test
  void sleepingTenantIsRotatedWithoutWaitingForPods() {
    world.plane.setSpec(
        Planes.spec(Planes.USUAL.replace("service:", "deployment: {replicas: 0}, service:")));
    world.settle();
    var old = roots().getFirst();

    world.ask(Part.CA);
    world.settle();

    assertThat(signer()).isNotEqualTo(old);
  }

  @Test
  void rootIsReplacedByItselfBeforeItRunsOut() {
    world.settle();
    var old = signer();

    for (var day = 0; day < 2500; day += 100) {
      world.now = world.now.plus(Duration.ofDays(100));
      world.settle();
    }

    assertThat(signer()).isNotEqualTo(old);
  }

  @Test
  void tokensOfTheNewKeyAreBelievedBeforeAnyIsSignedAndThoseOfTheOldAfterwards() {
    world.settle();
    var old = text(Part.SERVICE_ACCOUNT, "sa.pub");
    var oldKey = text(Part.SERVICE_ACCOUNT, "sa.key");

    world.ask(Part.SERVICE_ACCOUNT);
    world.run();
    assertThat(text(Part.SERVICE_ACCOUNT, "sa.key")).isEqualTo(oldKey);
    assertThat(text(Part.SERVICE_ACCOUNT, "sa.pub"))
        .startsWith(old)
        .hasSizeGreaterThan(old.length());

    world.settle();
    assertThat(text(Part.SERVICE_ACCOUNT, "sa.key")).isNotEqualTo(oldKey);
    assertThat(text(Part.SERVICE_ACCOUNT, "sa.pub")).endsWith(old);

    world.now = world.now.plus(Duration.ofDays(367));
    world.settle();
    assertThat(text(Part.SERVICE_ACCOUNT, "sa.pub")).doesNotContain(old);
  }

  private String text(Part part, String key) {
    return Objects.requireNonNull(world.keys.get(part)).text(key);
  }

  private List<X509Certificate> roots() {
    return Pem.certificates(text(Part.CA, "ca.crt"));
  }

  private X509Certificate signer() {
    return Pem.certificate(text(Part.CA, "tls.crt"));
  }

  private List<X509Certificate> trustedByAdmin() {
    return Kubeconfig.parse(text(Part.ADMIN, "admin.conf")).authorities();
  }

  private X509Certificate issuerOfServer() {
    var leaf = Pem.certificate(text(Part.API_SERVER, "apiserver.crt"));
    return roots().stream()
        .filter(root -> CertificateAuthority.signed(root, leaf))
        .findFirst()
        .orElseThrow();
  }

  private void validate(X509Certificate root, List<X509Certificate> chain) throws Exception {
    var parameters = new PKIXParameters(Set.of(new TrustAnchor(root, null)));
    parameters.setRevocationEnabled(false);
    parameters.setDate(Date.from(world.now));
    var path = CertificateFactory.getInstance("X.509").generateCertPath(chain);
    CertPathValidator.getInstance("PKIX").validate(path, parameters);
  }
}
