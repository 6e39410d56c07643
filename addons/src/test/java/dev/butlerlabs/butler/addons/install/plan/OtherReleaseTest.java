package dev.butlerlabs.butler.addons.install.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OtherReleaseTest {

  private static final String KIND =
      "{kind: CustomResourceDefinition, metadata: {name: things.example.com}}";

  @Test
  void point30_releaseSpeaksForTheKindsThatItsChartHasOrItsObjectsAreOf() {
    assertThat(has("{}")).isFalse();
    assertThat(has("{}", Optional.of(List.of("things.example.com")))).isTrue();
    assertThat(has("manifest: '%s'".formatted(KIND))).isTrue();
    assertThat(has("manifest: '{apiVersion: example.com/v1, kind: Thing}'")).isTrue();
    assertThat(has("manifest: '{apiVersion: other.com/v1, kind: Thing}'")).isFalse();
    assertThat(has("chart: {metadata: {name: things}}")).isTrue();
    assertThat(has("chart: {metadata: {name: all, dependencies: [{name: things}]}}")).isTrue();
  }

  @Test
  void point30_releaseThatCannotBeReadMaySpeakForAnyKind() {
    assertThat(has("{}", Optional.empty())).isTrue();
    assertThat(has("manifest: '{'")).isTrue();
    assertThat(
            OtherRelease.of("shop/web", MissingNode.getInstance(), Optional.of(List.of())).clear())
        .isFalse();
  }

  private static boolean has(String content) {
    return has(content, Optional.of(List.of()));
  }

  private static boolean has(String content, Optional<List<String>> folder) {
    var definition =
        Scenes.yaml(
            "{metadata: {name: things.example.com}, spec: {group: example.com, names: {kind: Thing}}}");
    return OtherRelease.of("shop/web", Scenes.yaml(content), folder).has(definition, "things");
  }
}
