package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MarksTest {

  @Test
  void point16_statusLeavesTheMarkAndContentChangesIt() {
    var first = put(map("1", "first", "Pending"), null);
    var grown = put(map("2", "first", "Running"), first);
    var edited = put(map("3", "mine", "Running"), grown);

    assertThat(Marks.of(grown)).isEqualTo(Marks.of(first));
    assertThat(Marks.of(edited)).isNotEqualTo(Marks.of(first));
    assertThat(edited.toString()).doesNotContain("mine");
  }

  @Test
  void point16_markOfAnEditThatWasUndoneDoesNotComeBackWithIt() {
    var edited = put(map("1", "mine", ""), null);
    var repaired = put(map("2", "first", ""), edited);
    var again = put(map("3", "mine", ""), repaired);

    assertThat(Marks.of(again)).isNotEqualTo(Marks.of(edited));
    assertThat(Marks.of(put(map("4", "mine", "Running"), again))).isEqualTo(Marks.of(again));
  }

  @Test
  void point16_whatTellsHowAWorkloadIsStays() {
    var object = map("1", "first", "Running");
    var strategy =
        Map.of("type", "RollingUpdate", "rollingUpdate", Map.of("partition", 2, "other", "mine"));
    object.setAdditionalProperty(
        "spec", Map.of("replicas", 3, "updateStrategy", strategy, "template", "mine"));

    var kept = put(object, null);

    assertThat(kept.<Object>get("spec", "replicas")).isEqualTo(3);
    assertThat(kept.<Object>get("spec", "updateStrategy"))
        .isEqualTo(Map.of("type", "RollingUpdate", "rollingUpdate", Map.of("partition", 2)));
    assertThat(kept.toString()).doesNotContain("mine");
  }

  private static GenericKubernetesResource put(
      GenericKubernetesResource object, @Nullable GenericKubernetesResource before) {
    Marks.put(object, before);
    return object;
  }

  private static GenericKubernetesResource map(String version, String shown, String phase) {
    return new GenericKubernetesResourceBuilder()
        .withNewMetadata()
        .withName("web")
        .withUid("1")
        .withResourceVersion(version)
        .endMetadata()
        .addToAdditionalProperties("data", Map.of("shown", shown))
        .addToAdditionalProperties("status", Map.of("phase", phase))
        .build();
  }
}
