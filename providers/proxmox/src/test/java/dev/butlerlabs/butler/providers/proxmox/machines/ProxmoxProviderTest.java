package dev.butlerlabs.butler.providers.proxmox.machines;

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
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ProxmoxProviderTest {

  private final ProxmoxProvider provider =
      new ProxmoxProvider(InstantSource.fixed(Instant.EPOCH), null);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "token=a@pve!b;tokenSecret=s",
        "tokenId=a@pve!b;tokenSecret=s",
        "PROXMOX_TOKEN_ID=a@pve!b;PROXMOX_TOKEN_SECRET=s",
        "token=a@pve!b=secret",
        "username=root@pam;password=s"
      })
  void everySpellingOfCredentialsOpens(String secret) {
    var opening = provider.open(account("https://pve.example.com:8006", parse(secret)));

    assertThat(opening).isInstanceOf(Opening.Opened.class);
  }

  @Test
  void credentialsThatLackAPartAreRefusedByName() {
    assertThat(refusal("https://pve.example.com:8006", Map.of("username", "root@pam")))
        .isEqualTo(
            "open ProviderConfig butler-system/pve: it holds neither token and tokenSecret nor"
                + " username and password (correct the credentials Secret)");
  }

  @Test
  void aCertificateThatIsNoneIsRefused() {
    assertThat(
            refusal(
                "https://pve.example.com:8006",
                Map.of("token", "a@pve!b", "tokenSecret", "s", "ca.crt", "canary")))
        .contains("ca.crt in the credentials Secret")
        .doesNotContain("canary");
  }

  @Test
  void anotherClusterIsAnotherPlaceAndAnotherSpellingIsNot() {
    var secret = Map.of("username", "root@pam", "password", "s");

    assertThat(place(provider.open(account("https://pve.example.com:8006", secret))))
        .isEqualTo("https://pve.example.com:8006")
        .isEqualTo(place(provider.open(account("https://pve.example.com:8006/api2/", secret))));
  }

  private static String place(Opening opening) {
    return opening instanceof Opening.Opened(var driver) ? driver.place() : "refused";
  }

  @Test
  void anEndpointWithoutAHostIsRefused() {
    assertThat(refusal("https://", Map.of("token", "a@pve!b", "tokenSecret", "s")))
        .contains("spec.proxmox.endpoint");
  }

  private String refusal(String endpoint, Map<String, String> secret) {
    return switch (provider.open(account(endpoint, secret))) {
      case Opening.Refused(var fault) -> fault.sentence();
      case Opening.Opened _ -> throw new AssertionError("it was opened");
    };
  }

  private static Map<String, String> parse(String pairs) {
    var fields = new HashMap<String, String>();
    for (var pair : pairs.split(";", -1)) {
      fields.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
    }
    return fields;
  }

  private static Account account(String endpoint, Map<String, String> secret) {
    var spec =
        WireFormat.mapper()
            .convertValue(
                Map.of(
                    "provider",
                    "proxmox",
                    "proxmox",
                    Map.of("endpoint", endpoint, "nodes", List.of("pve1"), "storage", "ceph")),
                ProviderConfigSpec.class);
    return new Account(new ObjectKey("butler-system", "pve"), spec, Credentials.of(secret));
  }
}
