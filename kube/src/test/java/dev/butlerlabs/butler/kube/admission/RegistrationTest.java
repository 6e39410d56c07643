package dev.butlerlabs.butler.kube.admission;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Pem;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhook;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookBuilder;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfigurationBuilder;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom the API server trusts, whatever somebody else has made of what we registered. */
class RegistrationTest {

  private final CertificateAuthority authority =
      CertificateAuthority.selfSigned(
          "any", KeyKind.EC_P256, Duration.ofDays(1), Instant.now(), new SecureRandom());

  private final String bundle =
      Base64.getEncoder().encodeToString(Pem.write(authority.certificate()).getBytes(UTF_8));

  @Test
  void authorityThatAllWebhooksNameIsTrusted() {
    assertThat(Registration.trusted(of(webhook(bundle), webhook(bundle))))
        .containsExactly(authority.certificate());
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", "not base64!", "bm8gY2VydGlmaWNhdGU="})
  void nobodyIsTrustedWhereABundleWasTakenOutOrSpoilt(@Nullable String spoilt) {
    assertThat(Registration.trusted(of(webhook(bundle), webhook(spoilt)))).isEmpty();
  }

  private static ValidatingWebhook webhook(@Nullable String bundle) {
    return new ValidatingWebhookBuilder()
        .withNewClientConfig()
        .withCaBundle(bundle)
        .endClientConfig()
        .build();
  }

  private static ValidatingWebhookConfiguration of(ValidatingWebhook... webhooks) {
    return new ValidatingWebhookConfigurationBuilder().withWebhooks(webhooks).build();
  }
}
