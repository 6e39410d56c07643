package dev.butlerlabs.butler.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentTextTest {

  @ParameterizedTest
  @CsvSource({"p%40ss, p@ss", "a+b, a+b", "%C3%A4, ä", "100%, 100%", "%zz, %zz", "plain, plain"})
  void whatWasMeantIsRead(String encoded, String plain) {
    assertThat(new PercentText(encoded).plain()).isEqualTo(plain);
  }
}
