package dev.butlerlabs.butler.steward.plane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The key of service account tokens is replaced under a real API server. */
class TokenKeysIT {

  @Test
  void tokensOfTheOldKeyAreBelievedUntilItIsDropped(@TempDir Path folder) throws Exception {
    try (var tenant = new LoneApiServer(folder, "")) {
      assertThat(tenant.follow().replaced()).isTrue();
      account(tenant);
      var old = token(tenant);
      believed(tenant, old);

      tenant.world.ask(Part.SERVICE_ACCOUNT);
      assertThat(tenant.follow().replaced()).as("the new key is made known").isTrue();
      believed(tenant, old);
      assertThat(signer(token(tenant))).as("it does not sign yet").isEqualTo(signer(old));

      assertThat(tenant.follow().replaced()).as("the new key signs").isTrue();
      var fresh = token(tenant);
      assertThat(signer(fresh)).isNotEqualTo(signer(old));
      believed(tenant, old);
      believed(tenant, fresh);
      assertThat(tenant.follow().replaced()).as("nothing more to do for a year").isFalse();

      lastStepWas(tenant.world, Duration.ofDays(367));
      assertThat(tenant.follow().replaced()).as("the old key is dropped").isTrue();
      assertThat(tenant.whoIs(old).statusCode()).isEqualTo(401);
      believed(tenant, fresh);
    }
  }

  private static void account(LoneApiServer tenant) {
    try (var client = tenant.client()) {
      client
          .serviceAccounts()
          .inNamespace("default")
          .resource(
              new ServiceAccountBuilder().withNewMetadata().withName("robot").endMetadata().build())
          .create();
    }
  }

  private static String token(LoneApiServer tenant) {
    try (var client = tenant.client()) {
      return client
          .serviceAccounts()
          .inNamespace("default")
          .withName("robot")
          .tokenRequest(
              new TokenRequestBuilder()
                  .withNewSpec()
                  .withExpirationSeconds(3600L)
                  .endSpec()
                  .build())
          .getStatus()
          .getToken();
    }
  }

  private static void believed(LoneApiServer tenant, String token) throws Exception {
    var answer = tenant.whoIs(token);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    assertThat(answer.body()).contains("system:serviceaccount:default:robot");
  }

  /** Which key signed it. */
  private static String signer(String token) throws IOException {
    var header = new String(Base64.getUrlDecoder().decode(token.split("\\.", -1)[0]), UTF_8);
    return WireFormat.mapper().readTree(header).path("kid").asText();
  }

  /** The clock of the programs cannot be set, so what was written down is older than it was. */
  private static void lastStepWas(World world, Duration ago) {
    var keys = Objects.requireNonNull(world.keys.get(Part.SERVICE_ACCOUNT));
    world.keys.put(
        Part.SERVICE_ACCOUNT, keys.replacedBy(keys.data(), world.now.minus(ago).toString()));
  }
}
