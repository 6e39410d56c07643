package dev.butlerlabs.butler.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {

  @ParameterizedTest
  @CsvSource({
    "500m, 0.5",
    "16Gi, 17179869184",
    "1.5Gi, 1610612736",
    "2k, 2000",
    "1e3, 1000",
    "1E3, 1000",
    "3E, 3000000000000000000",
    ".5, 0.5",
    "-1, -1",
    "100n, 0.0000001"
  })
  void textMeansThisAmount(String text, BigDecimal amount) {
    assertThat(new Quantity(text).amount().orElseThrow()).isEqualByComparingTo(amount);
  }

  @ParameterizedTest
  @CsvSource({"16 Gi", "Gi", "1.2.3", "0x10", "10gi", "''"})
  void otherTextIsNoQuantity(String text) {
    assertThat(new Quantity(text).amount()).isEmpty();
  }

  @Test
  void spellingDoesNotMatterWhenComparing() {
    assertThat(new Quantity("1024Mi").sameAs(new Quantity("1Gi"))).isTrue();
    assertThat(new Quantity("1G").sameAs(new Quantity("1Gi"))).isFalse();
  }

  @Test
  void wholeUnitsRoundUp() {
    assertThat(new Quantity("1500m").wholeUnits()).contains(2L);
  }
}
