package dev.butlerlabs.butler.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class KubeconfigTest {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final URI SERVER = URI.create("https://[::1]:6443");

  private final SecureRandom random = new SecureRandom();
  private final CertificateAuthority root =
      CertificateAuthority.selfSigned("root", KeyKind.EC_P256, Duration.ofDays(9), NOW, random);
  private final Credential alice =
      root.issue(
          CertificateOrder.client(Subject.named("alice"), Duration.ofDays(1)),
          KeyKind.EC_P256,
          NOW,
          random);
  private final Kubeconfig config =
      Kubeconfig.of("blue", SERVER, root.certificate(), "alice", alice);

  @Test
  void everyFormOfLoginSurvivesTheText() {
    var token =
        new Kubeconfig(
            "blue",
            SERVER,
            List.of(root.certificate()),
            "api.internal",
            "true",
            new Kubeconfig.Login.Token("123e4"),
            "team-a");

    assertThat(Kubeconfig.parse(config.render())).isEqualTo(config);
    assertThat(Kubeconfig.parse(token.render())).isEqualTo(token);
  }

  @Test
  void currentContextIsTheOneThatCounts() {
    var two =
        """
        apiVersion: v1
        kind: Config
        current-context: second
        contexts:
        - {name: first, context: {cluster: a, user: a}}
        - {name: second, context: {cluster: b, user: b}}
        clusters:
        - {name: a, cluster: {server: "https://a:1"}}
        - name: b
          cluster:
            server: https://b:2
            certificate-authority-data: %s
        users:
        - {name: b, user: {token: t}}
        """
            .formatted(
                Base64.getEncoder()
                    .encodeToString(root.certificatePem().getBytes(StandardCharsets.US_ASCII)));

    assertThat(Kubeconfig.parse(two))
        .extracting(Kubeconfig::server, Kubeconfig::user, Kubeconfig::login)
        .containsExactly(URI.create("https://b:2"), "b", new Kubeconfig.Login.Token("t"));
  }

  @Test
  void whatIsMissingIsNamedAndNothingSecretIsQuoted() {
    assertThatThrownBy(() -> Kubeconfig.parse("a: [\ntoken: s3cret"))
        .hasMessageContaining("not YAML")
        .hasMessageNotContaining("s3cret")
        .hasNoCause();
    assertThatThrownBy(() -> Kubeconfig.parse(config.render().replace("client-key-data", "x")))
        .hasMessage("The kubeconfig has no 'client-key-data'");
    assertThatThrownBy(() -> Kubeconfig.parse(config.render().replace("users:", "people:")))
        .hasMessageContaining("no such entry under 'users'");
    assertThatThrownBy(() -> Kubeconfig.parse(config.render().replace("https:", "http:")))
        .hasMessageContaining("must be an https address");
    assertThatThrownBy(() -> Kubeconfig.parse("")).hasMessageContaining("empty");
  }

  @Test
  void printedValuesShowNoSecret() {
    var token = BootstrapToken.generate(random);

    assertThat(config.toString()).isEqualTo("Kubeconfig[alice@blue at https://[::1]:6443]");
    assertThat(new Kubeconfig.Login.Token("s3cret").toString()).doesNotContain("s3cret");
    assertThat(config.login().toString()).doesNotContain("BEGIN PRIVATE");
    assertThat(token.toString()).doesNotContain(token.secret());
  }

  @Test
  void bootstrapTokenSurvivesItsTextAndRefusesOthers() {
    var token = BootstrapToken.generate(random);

    assertThat(BootstrapToken.parse(token.reveal())).isEqualTo(token);
    assertThat(BootstrapToken.parse("abcdef.0123456789abcdef").secretName())
        .isEqualTo("bootstrap-token-abcdef");
    for (var text : List.of("", "abcdef", "ABCDEF.0123456789abcdef", "abcdef.short")) {
      assertThatThrownBy(() -> BootstrapToken.parse(text)).isInstanceOf(UnreadableInput.class);
    }
  }
}
