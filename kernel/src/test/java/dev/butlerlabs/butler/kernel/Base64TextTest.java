package dev.butlerlabs.butler.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class Base64TextTest {

  @Test
  void textIsEncodedAsUtf8() {
    assertThat(Base64Text.of("grün").encoded()).isEqualTo("Z3LDvG4=");
  }
}
