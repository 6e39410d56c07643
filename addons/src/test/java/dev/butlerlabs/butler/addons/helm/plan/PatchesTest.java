package dev.butlerlabs.butler.addons.helm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PatchesTest {

  private static final String RENDERED =
      """
      # Source: c/templates/agent.yaml
      apiVersion: apps/v1
      kind: DaemonSet
      metadata: {name: agent}
      spec:
        template:
          spec: {hostNetwork: true, containers: [{name: agent, image: a}]}
      ---
      # Source: c/templates/map.yaml
      apiVersion: v1
      kind: ConfigMap
      metadata: {name: web}
      data:
        mode: 0644
        text: |
          --- not the end
      """;

  @Test
  void point22_patchIsLaidOverTheObjectItNamesAndOthersStayAsTheyWereWritten() {
    var patched =
        patched(
            new Patch(
                "apps",
                "DaemonSet",
                "agent",
                yaml(
                    """
                    spec:
                      template:
                        spec:
                          hostNetwork: null
                          hostAliases: [{ip: 10.0.0.9, hostnames: [api.example.com]}]
                    """)));

    var agent = ManifestYaml.objects(patched).getFirst().at("/spec/template/spec");
    assertThat(agent.at("/hostAliases/0/hostnames/0").asText()).isEqualTo("api.example.com");
    assertThat(agent.has("hostNetwork")).isFalse();
    assertThat(agent.at("/containers/0/image").asText()).isEqualTo("a");
    assertThat(patched)
        .contains("# Source: c/templates/map.yaml\napiVersion: v1", "mode: 0644")
        .contains("--- not the end");
  }

  @Test
  void point22_laterPatchesHaveTheLastWordAndListsAreReplaced() {
    var patched =
        patched(
            new Patch("", "ConfigMap", "", yaml("data: {mode: '1', more: [1, 2]}")),
            new Patch("", "ConfigMap", "web", yaml("data: {mode: '2', more: [3]}")));

    var data = ManifestYaml.objects(patched).getLast().path("data");
    assertThat(data.path("mode").asText()).isEqualTo("2");
    assertThat(data.path("more")).hasSize(1);
  }

  @Test
  void point22_patchThatNothingIsForIsToldWithoutItsContent() {
    var lost = new Patch("", "Deployment", "agent", yaml("spec: {password: hunter2}"));

    assertThat(Patches.apply(RENDERED, List.of(lost))).isEqualTo(new Patches.Outcome.Unused(lost));
    assertThat(lost.toString()).isEqualTo("Deployment agent");
    assertThat(new Patch("apps", "Deployment", "", yaml("{}"))).hasToString("Deployment.apps");
  }

  @Test
  void point22_objectsInListsAreReachedToo() {
    var list =
        """
        apiVersion: v1
        kind: List
        items:
        - {apiVersion: v1, kind: ConfigMap, metadata: {name: web}}
        """;

    var outcome =
        Patches.apply(list, List.of(new Patch("", "ConfigMap", "web", yaml("data: {a: b}"))));

    assertThat(outcome.toString()).contains("\"data\":{\"a\":\"b\"}");
  }

  private static String patched(Patch... patches) {
    var outcome = Patches.apply(RENDERED, List.of(patches));
    assertThat(outcome).isInstanceOf(Patches.Outcome.Patched.class);
    return ((Patches.Outcome.Patched) outcome).manifest();
  }

  private static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
