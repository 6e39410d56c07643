package dev.butlerlabs.butler.kube.write;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import org.junit.jupiter.api.Test;

class NameplateTest {

  @Test
  void aKindOfOursKeepsItsNameAndTypeAndNothingElse() {
    var widget = Widget.named("ns", "w", 3);
    widget.getMetadata().setResourceVersion("7");

    var plate = Nameplate.of(widget);

    assertThat(plate).isExactlyInstanceOf(Widget.class);
    assertThat(plate.getApiVersion()).isEqualTo(widget.getApiVersion());
    assertThat(plate.getKind()).isEqualTo("Widget");
    assertThat(plate.getMetadata()).isEqualTo(Widget.named("ns", "w", 3).getMetadata());
    assertThat(plate.getSpec()).isNull();
    assertThat(plate.getStatus()).isNull();
  }

  @Test
  void soDoesOneWithoutAClassOrANamespace() {
    var object =
        new GenericKubernetesResourceBuilder()
            .withApiVersion("v1")
            .withKind("Node")
            .withNewMetadata()
            .withName("n")
            .endMetadata()
            .addToAdditionalProperties("spec", "much")
            .build();

    var plate = Nameplate.of(object);

    assertThat(plate.getKind()).isEqualTo("Node");
    assertThat(plate.getMetadata().getName()).isEqualTo("n");
    assertThat(plate.getMetadata().getNamespace()).isNull();
    assertThat(plate.getAdditionalProperties()).isEmpty();
  }
}
