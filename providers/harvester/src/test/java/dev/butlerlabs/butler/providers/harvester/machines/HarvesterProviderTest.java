package dev.butlerlabs.butler.providers.harvester.machines;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HarvesterProviderTest {

  private static final String KUBECONFIG =
      """
      apiVersion: v1
      kind: Config
      current-context: here
      contexts: [{name: here, context: {cluster: c, user: u}}]
      clusters: [{name: c, cluster: {server: "https://harvester.example:6443"}}]
      users: [{name: u, user: {token: hidden-token}}]
      """;

  private static final String AUTHORITY =
      CertificateAuthority.selfSigned(
              "test",
              KeyKind.EC_P256,
              Duration.ofDays(1),
              Instant.parse("2030-01-01T00:00:00Z"),
              new SecureRandom())
          .certificatePem();

  private static Opening open(Map<String, String> secret, Map<String, Object> reference) {
    var spec =
        Map.of(
            "provider",
            "harvester",
            "credentialsRef",
            reference,
            "harvester",
            Map.of("networkName", "default/vlan1"));
    return new HarvesterProvider(null)
        .open(
            new Account(
                new ObjectKey("butler-system", "hv"),
                WireFormat.mapper().convertValue(spec, ProviderConfigSpec.class),
                Credentials.of(secret)));
  }

  private static String refusal(String kubeconfig) {
    return open(Map.of("kubeconfig", kubeconfig), Map.of("name", "hv"))
            instanceof Opening.Refused(var fault)
        ? fault.sentence()
        : "opened";
  }

  @Test
  void aKubeconfigIsFoundUnderItsUsualKeyOrUnderTheOneNamed() {
    assertThat(refusal(KUBECONFIG)).isEqualTo("opened");
    assertThat(open(Map.of("mine", KUBECONFIG), Map.of("name", "hv", "key", "mine")))
        .isInstanceOf(Opening.Opened.class);
    assertThat(open(Map.of("mine", KUBECONFIG), Map.of("name", "hv")))
        .isInstanceOf(Opening.Refused.class);
  }

  @Test
  void anotherClusterIsAnotherPlace() {
    var other = KUBECONFIG.replace("harvester.example", "other.example");

    assertThat(place(open(Map.of("kubeconfig", KUBECONFIG), Map.of("name", "hv"))))
        .isEqualTo("namespace default at https://harvester.example:6443");
    assertThat(place(open(Map.of("kubeconfig", other), Map.of("name", "hv"))))
        .isEqualTo("namespace default at https://other.example:6443");
    var otherwise = KUBECONFIG.replace("harvester.example", "Harvester.Example");
    assertThat(place(open(Map.of("kubeconfig", otherwise), Map.of("name", "hv"))))
        .isEqualTo("namespace default at https://harvester.example:6443");
  }

  private static String place(Opening opening) {
    return opening instanceof Opening.Opened(var driver) ? driver.place() : "refused";
  }

  @ParameterizedTest
  @CsvSource({
    "'token: hidden-token', 'exec: {command: steal}', exec",
    "'token: hidden-token', 'tokenFile: /etc/shadow', tokenFile",
    "'token: hidden-token', 'client-certificate: /etc/x, client-key: /etc/y', client-certificate",
    "'token: hidden-token', 'username: admin', neither a token",
    "'current-context: here', 'current-context: there', current-context",
    "'https://harvester.example:6443', 'http://harvester.example', no https URL",
    "'harvester.example:6443', 'admin:hidden-token@harvester.example', without credentials",
    "'server: ', 'certificate-authority: /etc/ca.crt, server: ', names a file",
    "'users: [', 'users: [[', no YAML"
  })
  void whatCannotOrMustNotBeUsedIsRefusedWithAReason(String from, String to, String told) {
    assertThat(refusal(KUBECONFIG.replace(from, to))).contains(told).doesNotContain("hidden-token");
  }

  @Test
  void certificatesThatCannotBeReadAreRefused() {
    var broken =
        KUBECONFIG.replace(
            "server: ",
            "certificate-authority-data: "
                + Base64.getEncoder().encodeToString("no certificate".getBytes(UTF_8))
                + ", server: ");

    assertThat(refusal(broken)).contains("certificate-authority-data", "no certificate");
  }

  @Test
  void theEndpointOfTheProviderConfigGoesBeforeThatOfTheKubeconfig() {
    var access = Access.read(new SecretText(KUBECONFIG), "https://other.example/", null);

    assertThat(access)
        .isInstanceOfSatisfying(
            Access.Usable.class,
            usable ->
                assertThat(usable.config().getMasterUrl()).startsWith("https://other.example"));
  }

  @Test
  void anEndpointWithCredentialsIsRefused() {
    assertThat(Access.read(new SecretText(KUBECONFIG), "https://admin:hidden@other.example", null))
        .isEqualTo(
            new Access.Unusable(
                "spec.harvester.endpoint",
                "it is no https URL with a host and without credentials"));
  }

  @Test
  void anythingIsBelievedOnlyWhenAskedForAndNoAuthorityIsNamed() {
    var insecure = KUBECONFIG.replace("server: ", "insecure-skip-tls-verify: true, server: ");

    assertThat(trustsAll(KUBECONFIG, null)).isFalse();
    assertThat(trustsAll(insecure, null)).isTrue();
    assertThat(trustsAll(insecure, AUTHORITY)).isFalse();
  }

  private static boolean trustsAll(String kubeconfig, @Nullable String authority) {
    var access =
        Access.read(
            new SecretText(kubeconfig), null, authority == null ? null : new SecretText(authority));
    return access instanceof Access.Usable(var config, _) && config.isTrustCerts();
  }

  @Test
  void nothingShowsTheToken() {
    var access = Access.read(new SecretText(KUBECONFIG), null, null);

    assertThat(access.toString()).doesNotContain("hidden-token");
  }
}
