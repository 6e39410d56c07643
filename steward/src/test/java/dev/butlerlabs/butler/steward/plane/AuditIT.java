package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real API server writes down what the policy in a ConfigMap says, and no more. */
class AuditIT {

  private static final String WORD = "open-sesame-0815";

  private static final String POLICY =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules:
        - {level: Metadata, verbs: [create], resources: [{group: "", resources: [secrets]}]}
        - {level: Request, verbs: [create], resources: [{group: "", resources: [configmaps]}]}
        - {level: None}
      """;

  @Test
  void requestsAreWrittenDownAsThePolicySays(@TempDir Path folder) throws Exception {
    var order = "security: {audit: {policyConfigMapName: watchful, policyKey: rules.yaml}}";
    try (var tenant = new LoneApiServer(folder, order)) {
      tenant.processes.keep(
          new ConfigMapBuilder()
              .withNewMetadata()
              .withName("watchful")
              .endMetadata()
              .withData(Map.of("rules.yaml", POLICY))
              .build());
      tenant.follow();
      use(tenant);
      Await.untilTrue("the last is written down", () -> !about(tenant, "last").isEmpty());

      assertThat(about(tenant, "unheard")).isEmpty();
      assertThat(about(tenant, "secret"))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.path("level").asText()).isEqualTo("Metadata");
                assertThat(event.at("/user/groups").toString()).contains("system:masters");
                assertThat(event.at("/responseStatus/code").asInt()).isEqualTo(201);
              });
      assertThat(about(tenant, "last"))
          .singleElement()
          .satisfies(
              event -> {
                assertThat(event.at("/requestObject/data/word").asText()).isEqualTo("plain");
                assertThat(event.has("responseObject")).isFalse();
              });
      assertThat(String.join("\n", tenant.processes.lines("kube-apiserver")))
          .doesNotContain(WORD, "b3Blbi1zZXNhbWUtMDgxNQ");
    }
  }

  private static void use(LoneApiServer tenant) {
    try (var client = tenant.client()) {
      client
          .serviceAccounts()
          .inNamespace("default")
          .resource(
              new ServiceAccountBuilder()
                  .withNewMetadata()
                  .withName("unheard")
                  .endMetadata()
                  .build())
          .create();
      client
          .secrets()
          .inNamespace("default")
          .resource(
              new SecretBuilder()
                  .withNewMetadata()
                  .withName("secret")
                  .endMetadata()
                  .withStringData(Map.of("word", WORD))
                  .build())
          .create();
      client
          .configMaps()
          .inNamespace("default")
          .resource(
              new ConfigMapBuilder()
                  .withNewMetadata()
                  .withName("last")
                  .endMetadata()
                  .withData(Map.of("word", "plain"))
                  .build())
          .create();
    }
  }

  private static List<JsonNode> about(LoneApiServer tenant, String name) {
    try {
      return tenant.audited().stream()
          .filter(
              event ->
                  event.at("/objectRef/name").asText().equals(name)
                      && event.at("/objectRef/namespace").asText().equals("default"))
          .toList();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
