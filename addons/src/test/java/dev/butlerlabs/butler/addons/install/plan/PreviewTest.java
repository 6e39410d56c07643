package dev.butlerlabs.butler.addons.install.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PreviewTest {

  private static final String MAP = "apiVersion: v1, kind: ConfigMap";

  @Test
  void point9_addedChangedAndRemovedObjectsAreNamedWithTheirFieldsAndWithoutValues() {
    var preview =
        Preview.between(
            List.of(map("old", "data: {a: secret1}"), map("web", "data: {a: secret1, b: same}")),
            List.of(map("web", "data: {a: secret2, b: same}"), map("new", "data: {}")));

    assertThat(preview.summary()).isEqualTo("1 added, 1 changed, 1 removed");
    assertThat(preview.lines())
        .containsExactly(
            "removes ConfigMap shop/old",
            "changes ConfigMap shop/web: data.a",
            "adds ConfigMap shop/new");
    assertThat(preview.toString()).doesNotContain("secret");
  }

  @Test
  void point9_labelsThatOnlyNameTheVersionAreNoChange() {
    var preview =
        Preview.between(
            List.of(
                object(MAP, "name: web, labels: {helm.sh/chart: web-1, a: b}", "data: {}"),
                object(MAP, "name: dns, labels: {app.kubernetes.io/version: '1'}", "data: {}")),
            List.of(
                object(MAP, "name: web, labels: {helm.sh/chart: web-2, a: b}", "data: {}"),
                object(MAP, "name: dns, labels: {app.kubernetes.io/version: '2'}", "data: {}")));

    assertThat(preview.summary()).isEqualTo("no object would change");
    assertThat(preview.lines()).isEmpty();
  }

  @Test
  void point9_manyChangesAreCountedAndTheFirstOnesTold() {
    var many = IntStream.range(0, 45).mapToObj(one -> map("web-" + one, "data: {}")).toList();

    var preview = Preview.between(List.of(), many);

    assertThat(preview.summary()).isEqualTo("45 added, 0 changed, 0 removed");
    assertThat(preview.lines()).hasSize(21).last().isEqualTo("and 25 more");
  }

  @Test
  void point9_sameNamesInOtherGroupsAreOtherObjects() {
    var one = object("apiVersion: apps/v1, kind: Deployment", "name: web", "spec: {}");
    var other = object("apiVersion: example.com/v1, kind: Deployment", "name: web", "spec: {}");

    assertThat(Preview.between(List.of(one), List.of(other)).summary())
        .isEqualTo("1 added, 0 changed, 1 removed");
  }

  private static ObjectNode map(String name, String more) {
    return object(MAP, "namespace: shop, name: " + name, more);
  }

  private static ObjectNode object(String kind, String metadata, String more) {
    return (ObjectNode) Scenes.yaml("{%s, metadata: {%s}, %s}".formatted(kind, metadata, more));
  }
}
