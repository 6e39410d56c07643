package dev.butlerlabs.butler.providers.gcp.machines;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GcpProviderTest {

  private static final SigningKey KEY = SigningKey.generate(KeyKind.RSA_2048, new SecureRandom());

  private final GcpProvider provider = new GcpProvider(InstantSource.fixed(Instant.EPOCH), null);

  @ParameterizedTest
  @ValueSource(strings = {"serviceAccountKey", "serviceAccount"})
  void everySpellingOfCredentialsOpens(String spelling) {
    var opening = provider.open(account("butler-test", Map.of(spelling, file(KEY.pem()))));

    assertThat(opening).isInstanceOf(Opening.Opened.class);
  }

  @Test
  void aKeyThatIsMissingOrNoneIsRefusedByNameAndNotShown() {
    assertThat(refusal("butler-test", Map.of()))
        .isEqualTo(
            "open ProviderConfig butler-system/gcp: it holds no key of a service account (correct"
                + " the credentials Secret)");
    for (var wrong :
        new String[] {"canary", "{\"type\": \"canary\"}", file("canary"), file("").substring(9)}) {
      assertThat(refusal("butler-test", Map.of("serviceAccountKey", wrong)))
          .contains("serviceAccountKey in the credentials Secret", "JSON key file")
          .doesNotContain("canary");
    }
  }

  @Test
  void aKeyThatIsNotRsaIsRefused() {
    var curve = SigningKey.generate(KeyKind.EC_P256, new SecureRandom());
    assertThat(refusal("butler-test", Map.of("serviceAccountKey", file(curve.pem()))))
        .contains("serviceAccountKey");
  }

  @Test
  void aCertificateThatIsNoneIsRefused() {
    assertThat(
            refusal(
                "butler-test", Map.of("serviceAccountKey", file(KEY.pem()), "ca.crt", "canary")))
        .contains("ca.crt in the credentials Secret")
        .doesNotContain("canary");
  }

  @Test
  void anotherProjectAndAnotherRegionIsAnotherPlace() {
    var secret = Map.of("serviceAccountKey", file(KEY.pem()));
    var here = place(provider.open(account("butler-test", "europe-west1", secret)));

    assertThat(here)
        .startsWith("project butler-test, region europe-west1 at https://")
        .doesNotContain(KEY.pem())
        .isEqualTo(place(provider.open(account("butler-test", "europe-west1", secret))))
        .isNotEqualTo(place(provider.open(account("butler-other", "europe-west1", secret))))
        .isNotEqualTo(place(provider.open(account("butler-test", "europe-west4", secret))));
  }

  private static String place(Opening opening) {
    return opening instanceof Opening.Opened(var driver) ? driver.place() : "refused";
  }

  @Test
  void aProjectThatCouldPointElsewhereIsRefused() {
    assertThat(refusal("../other", Map.of("serviceAccountKey", file(KEY.pem()))))
        .contains("spec.gcp.projectID");
  }

  private String refusal(String project, Map<String, String> secret) {
    return switch (provider.open(account(project, secret))) {
      case Opening.Refused(var fault) -> fault.sentence();
      case Opening.Opened _ -> throw new AssertionError("it was opened");
    };
  }

  private static String file(String pem) {
    return new ObjectMapper()
        .valueToTree(
            Map.of(
                "type", "service_account",
                "client_email", "butler@butler-test.iam.gserviceaccount.com",
                "private_key_id", "1",
                "private_key", pem))
        .toString();
  }

  private static Account account(String project, Map<String, String> secret) {
    return account(project, "europe-west1", secret);
  }

  private static Account account(String project, String region, Map<String, String> secret) {
    var spec =
        WireFormat.mapper()
            .convertValue(
                Map.of("provider", "gcp", "gcp", Map.of("projectID", project, "region", region)),
                ProviderConfigSpec.class);
    return new Account(new ObjectKey("butler-system", "gcp"), spec, Credentials.of(secret));
  }
}
