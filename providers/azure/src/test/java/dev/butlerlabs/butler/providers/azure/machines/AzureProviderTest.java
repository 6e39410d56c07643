package dev.butlerlabs.butler.providers.azure.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AzureProviderTest {

  private static final Map<String, String> SETTINGS =
      Map.of("subscriptionID", "9e0b1d1c-0000-4000-8000-6f1d5c8b0a01", "resourceGroup", "lab");
  private static final Map<String, String> SECRET =
      Map.of("clientID", "c", "clientSecret", "canary-secret", "tenantID", "t.onmicrosoft.com");

  private final AzureProvider provider =
      new AzureProvider(InstantSource.fixed(Instant.EPOCH), null);

  @ParameterizedTest
  @CsvSource({"clientID, tenantID", "clientId, tenantId"})
  void everySpellingOfCredentialsOpens(String client, String tenant) {
    var secret = Map.of(client, "c", "clientSecret", "s", tenant, "t");

    assertThat(open(SETTINGS, secret)).isInstanceOf(Opening.Opened.class);
  }

  @Test
  void theSubscriptionMayStandInTheSecret() {
    var secret = new HashMap<>(SECRET);
    secret.put("subscriptionID", "9e0b1d1c-0000-4000-8000-6f1d5c8b0a01");

    assertThat(open(Map.of("subscriptionID", "", "resourceGroup", "lab"), secret))
        .isInstanceOf(Opening.Opened.class);
  }

  @ParameterizedTest
  @CsvSource({
    "clientSecret, '', it holds no clientID",
    "tenantID, a/b, tenantID in the credentials Secret",
    "ca.crt, canary, ca.crt in the credentials Secret"
  })
  void credentialsThatCannotBeReadAreRefusedByName(String key, String value, String words) {
    var secret = new HashMap<>(SECRET);
    secret.put(key, value);

    assertThat(refusal(SETTINGS, secret)).contains(words).doesNotContain("canary");
  }

  @ParameterizedTest
  @CsvSource({
    "subscriptionID, ../x",
    "resourceGroup, a/b",
    "resourceGroup, ''",
    "vnetName, a b",
    "subnetName, a?b",
    "location, 'West Europe'"
  })
  void settingsThatWouldChangeAPathAreRefused(String key, String value) {
    var settings = new HashMap<>(SETTINGS);
    settings.put(key, value);

    assertThat(refusal(settings, SECRET)).contains("spec.azure." + key);
  }

  @Test
  void anotherGroupIsAnotherPlaceAndAnotherSpellingIsNot() {
    var settings = new HashMap<>(SETTINGS);
    settings.put("resourceGroup", "LAB");

    assertThat(place(open(SETTINGS, SECRET)))
        .startsWith("/subscriptions/9e0b1d1c-0000-4000-8000-6f1d5c8b0a01/resourcegroups/lab at ")
        .isEqualTo(place(open(settings, SECRET)));
  }

  private static String place(Opening opening) {
    return opening instanceof Opening.Opened(var driver) ? driver.place() : "refused";
  }

  @Test
  void aMissingSectionIsRefused() {
    var spec =
        WireFormat.mapper().convertValue(Map.of("provider", "azure"), ProviderConfigSpec.class);
    var account = new Account(new ObjectKey("butler-system", "az"), spec, Credentials.of(SECRET));

    assertThat(provider.open(account))
        .isInstanceOfSatisfying(
            Opening.Refused.class,
            refused -> assertThat(refused.fault().sentence()).contains("spec.azure"));
  }

  private String refusal(Map<String, String> settings, Map<String, String> secret) {
    return open(settings, secret) instanceof Opening.Refused(var fault) ? fault.sentence() : "";
  }

  private Opening open(Map<String, String> settings, Map<String, String> secret) {
    var spec =
        WireFormat.mapper()
            .convertValue(Map.of("provider", "azure", "azure", settings), ProviderConfigSpec.class);
    var account = new Account(new ObjectKey("butler-system", "az"), spec, Credentials.of(secret));
    var opening = provider.open(account);
    if (opening instanceof Opening.Opened(var driver)) {
      driver.close();
    }
    return opening;
  }
}
