package dev.butlerlabs.butler.sandbox.toolchain.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImageReferenceTest {

  @Test
  void partsAreTold() {
    assertThat(ImageReference.parse("localhost:5000/a/b:v1@sha256:00"))
        .isEqualTo(new ImageReference("localhost:5000", "a/b", "v1", "sha256:00"));
    assertThat(ImageReference.parse("registry.k8s.io/kubectl:v1.36.3"))
        .hasToString("registry.k8s.io/kubectl:v1.36.3");
  }

  @ParameterizedTest
  @ValueSource(strings = {"kubectl:v1", "registry.k8s.io/kubectl", "localhost:5000/kubectl", ""})
  void namesWithPartsMissingAreRefused(String text) {
    assertThatThrownBy(() -> ImageReference.parse(text))
        .hasMessage("'" + text + "' is not an image reference like registry.example/name:tag");
  }
}
