package dev.butlerlabs.butler.providers.nutanix.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NutanixProviderTest {

  private static final Map<String, String> SECRET = Map.of("username", "a", "password", "s3cret");

  private final NutanixProvider provider =
      new NutanixProvider(InstantSource.fixed(Instant.EPOCH), null);

  @ParameterizedTest
  @CsvSource({
    "username,password",
    "NUTANIX_USER,NUTANIX_PASSWORD",
    "username,NUTANIX_PASSWORD",
    "NUTANIX_USER,password"
  })
  void everySpellingOfCredentialsOpens(String user, String password) {
    var opening =
        provider.open(account("https://prism.example.com", Map.of(user, "a", password, "s3cret")));

    assertThat(opening).isInstanceOf(Opening.Opened.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://prism.example.com",
        "https://prism.example.com:9441/",
        "https://prism.example.com/api/nutanix/v3",
        "https://[fd00::1]:9440",
        "https://prism.example.com:9440/console/#login"
      })
  void everyUrlOfPrismCentralOpens(String url) {
    assertThat(provider.open(account(url, SECRET))).isInstanceOf(Opening.Opened.class);
  }

  @Test
  void credentialsThatLackAPartAreRefusedByName() {
    assertThat(refusal("https://prism.example.com", Map.of("username", "a")))
        .isEqualTo(
            "open ProviderConfig butler-system/prism: it does not hold both username and password"
                + " (correct the credentials Secret)");
  }

  @Test
  void aCertificateThatIsNoneIsRefused() {
    assertThat(
            refusal(
                "https://prism.example.com",
                Map.of("username", "a", "password", "s", "ca.pem", "canary")))
        .contains("ca.pem in the credentials Secret")
        .doesNotContain("canary");
  }

  @Test
  void anotherPrismCentralIsAnotherPlaceAndAnotherSpellingIsNot() {
    assertThat(place(provider.open(account("https://prism.example.com", SECRET))))
        .isEqualTo("https://prism.example.com:9440")
        .isEqualTo(place(provider.open(account("https://prism.example.com/console/", SECRET))));
  }

  private static String place(Opening opening) {
    return opening instanceof Opening.Opened(var driver) ? driver.place() : "refused";
  }

  @Test
  void anEndpointWithoutAHostIsRefused() {
    assertThat(refusal("https://", SECRET)).contains("spec.nutanix.endpoint");
  }

  private String refusal(String endpoint, Map<String, String> secret) {
    return switch (provider.open(account(endpoint, secret))) {
      case Opening.Refused(var fault) -> fault.sentence();
      case Opening.Opened _ -> throw new AssertionError("it was opened");
    };
  }

  private static Account account(String endpoint, Map<String, String> secret) {
    var spec =
        WireFormat.mapper()
            .convertValue(
                Map.of(
                    "provider",
                    "nutanix",
                    "nutanix",
                    Map.of("endpoint", endpoint, "clusterUUID", "c", "subnetUUID", "s")),
                ProviderConfigSpec.class);
    return new Account(new ObjectKey("butler-system", "prism"), spec, Credentials.of(secret));
  }
}
