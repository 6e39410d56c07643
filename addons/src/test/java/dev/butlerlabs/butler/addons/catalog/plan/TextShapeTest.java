package dev.butlerlabs.butler.addons.catalog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TextShapeTest {

  @ParameterizedTest
  @CsvSource({
    "abc, abc, true",
    "abc, abcd, false",
    "^a.c$, abc, true",
    "'[a-z0-9-]{1,4}', web-1, false",
    "'[a-z0-9-]{1,5}', web-1, true",
    "'[a-z0-9-]{2,}', w, false",
    "'[^/]+', a/b, false",
    "'\\d{3}', 123, true",
    "'\\d{3}', 1234, false",
    "a\\.b, axb, false",
    "a\\$, a$, true",
    "x*y?, '', true",
    "'[a-z.]+\\.example\\.com', a.b.example.com, true",
    "'[\\]x]+', ']x', true",
    "a*a*a, aaa, true",
    "a{2}a*, a, false",
  })
  void allOfTheTextHasToLookSo(String pattern, String text, boolean fits) {
    assertThat(TextShape.of(pattern).orElseThrow().fits(text)).isEqualTo(fits);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"(a)", "a|b", "[a", "a{3,2}", "*", "a**", "\\p{L}", "\\1", "[a&&b]", "a^b"})
  void whatIsNoPatternOfThisKindIsNotRead(String pattern) {
    assertThat(TextShape.of(pattern)).isEmpty();
  }

  @Test
  void agreesWithTheUsualMeaning() {
    var random = new Random(26);
    var parts = new String[] {"a", "b", ".", "[ab]", "[^a]"};
    var often = new String[] {"", "*", "+", "?", "{2}", "{1,2}", "{2,}"};
    for (var round = 0; round < 5_000; round++) {
      var pattern = new StringBuilder();
      for (var i = random.nextInt(4); i >= 0; i--) {
        pattern.append(parts[random.nextInt(parts.length)]);
        pattern.append(often[random.nextInt(often.length)]);
      }
      var text = new StringBuilder();
      for (var i = random.nextInt(6); i > 0; i--) {
        text.append("abc".charAt(random.nextInt(3)));
      }

      assertThat(TextShape.of(pattern.toString()).orElseThrow().fits(text.toString()))
          .as("%s on %s", pattern, text)
          .isEqualTo(Pattern.matches(pattern.toString(), text));
    }
  }

  @Test
  void noTextTakesLong() {
    var shape = TextShape.of("a*".repeat(100) + "b").orElseThrow();
    var text = "a".repeat(16_000);

    assertThat(Assertions.assertTimeoutPreemptively(Duration.ofSeconds(30), () -> shape.fits(text)))
        .isFalse();
  }
}
