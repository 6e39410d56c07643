package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SampleTest {

  private static final Path SAMPLE = Path.of("..", "samples", "tenantcontrolplane.yaml");

  @Test
  void sampleBringsWhatItNames() throws IOException {
    var yaml = new YAMLMapper();
    var brought = new HashSet<String>();
    var named = new HashSet<String>();
    try (var documents = yaml.readerFor(JsonNode.class).<JsonNode>readValues(SAMPLE.toFile())) {
      while (documents.hasNext()) {
        var document = documents.next();
        brought.add(document.path("kind").asText() + " " + document.at("/metadata/name").asText());
        name(named, "ConfigMap", document.at("/spec/security/audit/policyConfigMapName"));
        name(named, "Secret", document.at("/spec/security/oidc/caSecretName"));
      }
    }

    assertThat(named).contains("ConfigMap audit-policy");
    assertThat(brought).containsAll(named);
  }

  private static void name(Set<String> named, String kind, JsonNode name) {
    if (!name.isMissingNode()) {
      named.add(kind + " " + name.asText());
    }
  }
}
