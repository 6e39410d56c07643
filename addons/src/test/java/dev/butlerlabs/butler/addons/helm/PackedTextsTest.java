package dev.butlerlabs.butler.addons.helm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PackedTextsTest {

  @Test
  void whatWasKeptIsFoundAsItWas() {
    var texts = new PackedTexts(1_000);

    texts.keep("a", "text with ä\n");

    assertThat(texts.find("a")).contains("text with ä\n");
    assertThat(texts.find("b")).isEmpty();
    assertThat(texts.holds("a")).isTrue();
    assertThat(texts.holds("b")).isFalse();
  }

  @Test
  void whatWasNotAskedForLongestGoesFirstAndTheBoundHolds() {
    var random = new Random(7);
    var texts = new PackedTexts(3_500);
    texts.keep("a", noise(random));
    texts.keep("b", noise(random));
    assertThat(texts.find("a")).isPresent();

    texts.keep("c", noise(random));
    texts.keep("d", noise(random));

    assertThat(texts.find("b")).isEmpty();
    assertThat(texts.find("d")).isPresent();
    assertThat(texts.bytes()).isBetween(1_000L, 3_500L);

    texts.keep("larger than all", noises(random, 5));

    assertThat(texts.find("larger than all")).isEmpty();
    assertThat(texts.bytes()).isZero();
  }

  @Test
  void whatIsKeptAnewCountsOnce() {
    var texts = new PackedTexts(10_000);
    texts.keep("a", "one");
    var bytes = texts.bytes();

    texts.keep("a", "two");

    assertThat(texts.bytes()).isEqualTo(bytes);
    assertThat(texts.find("a")).contains("two");
  }

  /** About a thousand bytes that cannot be packed. */
  private static String noise(Random random) {
    return noises(random, 1);
  }

  private static String noises(Random random, int times) {
    return random
        .ints(1_200L * times, 33, 127)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
