package dev.butlerlabs.butler.tenants.access.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.SigningRequest;
import dev.butlerlabs.butler.pki.Subject;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final SigningKey KEY = SigningKey.generate(KeyKind.EC_P256, RANDOM);

  /** Somebody who calls themselves an administrator of everything. */
  private static final String PEM =
      SigningRequest.make(
              new Subject("kubernetes-admin", List.of("system:masters")), List.of(), KEY, RANDOM)
          .pem();

  @ParameterizedTest
  @CsvSource({
    "viewer, butler:tenant-viewers",
    "operator, butler:tenant-operators",
    "admin, butler:tenant-admins",
  })
  void roleBecomesAGroupThatTheTenantKnows(String role, String group) {
    var serve = (Judgement.Serve) Judgement.of(ask(role, 600, Set.of("client auth"), PEM));

    assertThat(serve.order().subject()).isEqualTo(new Subject("butler:ada@x.org", List.of(group)));
    assertThat(serve.order().life()).isEqualTo(Duration.ofMinutes(10));
    assertThat(serve.key()).isEqualTo(KEY.publicKey());
  }

  /** The request says system:masters; nothing of that is taken over. */
  @Test
  void whatTheRequestCallsItselfDoesNotCount() {
    var serve = (Judgement.Serve) Judgement.of(ask("viewer", 0, Set.of("client auth"), PEM));

    assertThat(serve.order().subject().organizations()).containsExactly("butler:tenant-viewers");
    assertThat(serve.order().names()).isEmpty();
  }

  @Test
  void wayInEndsWithinADay() {
    assertThat(life(0)).isEqualTo(Duration.ofHours(8));
    assertThat(life(7 * 86_400)).isEqualTo(Duration.ofHours(24));
  }

  @Test
  void whatCannotBeServedIsRefusedWithAReason() {
    assertThat(reason(ask("root", 0, Set.of("client auth"), PEM))).isEqualTo("UnknownRole");
    assertThat(reason(ask("admin", 0, Set.of("server auth"), PEM))).isEqualTo("UsageRefused");
    assertThat(reason(ask("admin", 0, Set.of("client auth", "cert sign"), PEM)))
        .isEqualTo("UsageRefused");
    assertThat(reason(ask("admin", 0, Set.of("client auth"), "no request")))
        .isEqualTo("UnreadableRequest");
    assertThat(
            reason(
                new Ask(
                    "ada@x.org",
                    List.of(),
                    new ObjectKey("", ""),
                    "admin",
                    0,
                    Set.of("client auth"),
                    PEM)))
        .isEqualTo("NoCluster");
  }

  private static Duration life(int seconds) {
    var served = Judgement.of(ask("admin", seconds, Set.of("client auth"), PEM));
    return ((Judgement.Serve) served).order().life();
  }

  private static String reason(Ask ask) {
    return ((Judgement.Refuse) Judgement.of(ask)).reason();
  }

  private static Ask ask(String role, int seconds, Set<String> usages, String pem) {
    return new Ask(
        "ada@x.org", List.of(), new ObjectKey("payments", "web"), role, seconds, usages, pem);
  }
}
