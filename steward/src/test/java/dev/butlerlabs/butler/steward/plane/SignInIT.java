package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** People sign in to a real API server with tokens of an OpenID Connect provider. */
class SignInIT {

  private static final Duration HOUR = Duration.ofHours(1);

  @Test
  void peopleAreLetInByTheirProviderUnderNamesOfTheirOwn(@TempDir Path folder) throws Exception {
    try (var provider = new IdentityIssuer();
        var tenant = new LoneApiServer(folder, order(provider.url()))) {
      tenant.processes.keep(
          new SecretBuilder()
              .withNewMetadata()
              .withName("provider")
              .endMetadata()
              .withData(SecretText.encode(Map.of("ca.crt", provider.authority())))
              .build());
      tenant.follow();
      var anna = provider.token(provider.url(), "kubernetes", HOUR, "yes");
      Await.untilTrue("the provider was asked for its keys", () -> status(tenant, anna) != 401);

      var self = self(tenant, anna);
      assertThat(self.path("username").asText()).isEqualTo("oidc:anna");
      assertThat(self.path("groups"))
          .extracting(JsonNode::asText)
          .containsExactlyInAnyOrder("oidc:devs", "system:authenticated");

      var refused =
          List.of(
              provider.token(provider.url(), "another-client", HOUR, "yes"),
              provider.token("https://127.0.0.1:1", "kubernetes", HOUR, "yes"),
              provider.token(provider.url(), "kubernetes", HOUR.negated(), "yes"),
              provider.token(provider.url(), "kubernetes", HOUR, "no"));
      for (var token : refused) {
        assertThat(status(tenant, token)).isEqualTo(401);
      }
      try (var stranger = new IdentityIssuer()) {
        assertThat(status(tenant, stranger.token(provider.url(), "kubernetes", HOUR, "yes")))
            .as("signed by somebody else")
            .isEqualTo(401);
      }
    }
  }

  private static String order(String issuer) {
    return """
    security:
      oidc:
        issuerURL: %s
        clientID: kubernetes
        groupsClaim: groups
        requiredClaims: {member: "yes"}
        caSecretName: provider
    """
        .formatted(issuer);
  }

  private static int status(LoneApiServer tenant, String token) {
    try {
      return tenant.whoIs(token).statusCode();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static JsonNode self(LoneApiServer tenant, String token) throws Exception {
    var answer = tenant.whoIs(token);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return WireFormat.mapper().readTree(answer.body()).at("/status/userInfo");
  }
}
