package dev.butlerlabs.butler.addons.install.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.addons.LeftoverPolicy;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeftKindTest {

  private static final Optional<Long> NONE = Optional.of(0L);

  @Test
  void point30_kindGoesByWishWhenNothingOrWhateverIsStored() {
    var two = left("{}", Optional.of(2L));

    assertThat(left("{}", NONE).under(LeftoverPolicy.KEEP)).isEqualTo(new Fate.Stays(""));
    assertThat(left("{}", NONE).under(LeftoverPolicy.EMPTY)).isEqualTo(new Fate.Goes());
    assertThat(two.under(LeftoverPolicy.EMPTY)).isEqualTo(new Fate.Stays("objects of it: 2"));
    assertThat(two.under(LeftoverPolicy.ALL)).isEqualTo(new Fate.Goes());
    assertThat(why(left("{}", Optional.empty()), LeftoverPolicy.EMPTY)).contains("not served");
  }

  @Test
  void point30_kindThatOthersBringOrLookAfterStaysWhateverIsWished() {
    for (var policy : List.of(LeftoverPolicy.EMPTY, LeftoverPolicy.ALL)) {
      assertThat(why(new LeftKind(definition("{}"), List.of("shop/b", "shop/a"), NONE), policy))
          .isEqualTo("release shop/a, shop/b has it too");
      assertThat(why("spec: {group: gateway.networking.k8s.io}", policy)).contains("one chart's");
      assertThat(why("spec: {group: cluster.x-k8s.io}", policy)).contains("one chart's");
      assertThat(why("spec: {group: butler.butlerlabs.dev}", policy)).contains("one chart's");
      assertThat(why("metadata: {annotations: {helm.sh/resource-policy: keep}}", policy))
          .contains("wants it kept");
      assertThat(why("metadata: {labels: {app.kubernetes.io/managed-by: Helm}}", policy))
          .contains("belongs to a release");
      assertThat(why("metadata: {ownerReferences: [{kind: Operator, name: it}]}", policy))
          .isEqualTo("it belongs to Operator it");
      assertThat(why("metadata: {labels: {kustomize.toolkit.fluxcd.io/name: it}}", policy))
          .isEqualTo("Flux looks after it");
      assertThat(why("metadata: {managedFields: [{manager: kubectl}]}", policy))
          .isEqualTo("kubectl wrote it too");
    }
  }

  @Test
  void point30_whatKubernetesAndWeWriteIntoAKindIsNobodysWord() {
    var plain =
        """
        metadata:
          managedFields:
          - {manager: helm}
          - {manager: butler-addons}
          - {manager: kube-apiserver, subresource: status}
          - {manager: somebody, subresource: status}
        """;

    assertThat(left(plain, NONE).under(LeftoverPolicy.EMPTY)).isEqualTo(new Fate.Goes());
  }

  private static String why(String more, LeftoverPolicy policy) {
    return why(left(more, NONE), policy);
  }

  private static String why(LeftKind left, LeftoverPolicy policy) {
    assertThat(left.under(policy)).isInstanceOf(Fate.Stays.class);
    return ((Fate.Stays) left.under(policy)).why();
  }

  private static LeftKind left(String more, Optional<Long> objects) {
    return new LeftKind(definition(more), List.of(), objects);
  }

  private static JsonNode definition(String more) {
    var plain = "{metadata: {name: things.example.com}, spec: {group: example.com}}";
    return Values.over(Scenes.yaml(plain), Scenes.yaml(more));
  }
}
