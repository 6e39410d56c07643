package dev.butlerlabs.butler.steward.kubeconfigs.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.api.LabelSelector;
import dev.butlerlabs.butler.api.steward.KubeconfigGeneratorSpec;
import dev.butlerlabs.butler.api.steward.KubeconfigGeneratorSpec.CompoundValue;
import dev.butlerlabs.butler.pki.Subject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whom generators may make, and for which control planes. */
class IdentityTest {

  @Test
  void namesAreGivenOrReadFromTheControlPlane() {
    var spec = spec(text("anna"), from("metadata.labels.team"));
    assertThat(Identity.of(spec, plane("devs"))).isEqualTo(new Subject("anna", List.of("devs")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"system:masters", "system:nodes", "system:node:a", "system:", " "})
  void whatIsKubernetesOwnIsRefused(String name) {
    assertThatThrownBy(() -> Identity.of(spec(text("anna"), text(name)), plane("devs")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Identity.of(spec(text(name)), plane("devs")))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(
            () -> Identity.of(spec(text("anna"), from("metadata.labels.team")), plane(name)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"metadata.labels.none", "metadata", "", "spec..x"})
  void pathThatLeadsToNoTextIsTold(String path) {
    assertThatThrownBy(() -> Identity.of(spec(from(path)), plane("devs")))
        .hasMessageContaining("'" + path + "'");
  }

  @Test
  void selectorsAreReadAsKubernetesReadsThem() {
    var labels = Map.of("tier", "gold", "zone", "a");
    assertThat(Selector.matches(null, null)).isTrue();
    assertThat(Selector.matches(selector(Map.of("tier", "gold")), labels)).isTrue();
    assertThat(Selector.matches(selector(Map.of("tier", "tin")), labels)).isFalse();
    assertThat(Selector.matches(where("tier", "In", "tin", "gold"), labels)).isTrue();
    assertThat(Selector.matches(where("tier", "NotIn", "gold"), labels)).isFalse();
    assertThat(Selector.matches(where("none", "NotIn", "gold"), labels)).isTrue();
    assertThat(Selector.matches(where("tier", "Exists"), labels)).isTrue();
    assertThat(Selector.matches(where("tier", "DoesNotExist"), labels)).isFalse();
    assertThatThrownBy(() -> Selector.matches(where("tier", "Like", "g"), labels))
        .hasMessageContaining("'Like'");
  }

  private static LabelSelector selector(Map<String, String> labels) {
    return new LabelSelector(labels, List.of());
  }

  private static LabelSelector where(String key, String operator, String... values) {
    return new LabelSelector(
        Map.of(), List.of(new LabelSelector.Requirement(key, operator, List.of(values))));
  }

  private static KubeconfigGeneratorSpec spec(CompoundValue user, CompoundValue... groups) {
    return new KubeconfigGeneratorSpec(null, null, user, List.of(groups), null);
  }

  private static CompoundValue text(String text) {
    return new CompoundValue(text, null);
  }

  private static CompoundValue from(String path) {
    return new CompoundValue(null, path);
  }

  private static JsonNode plane(String team) {
    var plane = JsonNodeFactory.instance.objectNode();
    plane.putObject("metadata").putObject("labels").put("team", team);
    return plane;
  }
}
