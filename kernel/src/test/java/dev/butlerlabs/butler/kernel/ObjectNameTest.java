package dev.butlerlabs.butler.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ObjectNameTest {

  @Test
  void partsThatJoinAlikeGetDifferentNames() {
    assertThat(ObjectName.derivedFrom("a-b", "c")).isNotEqualTo(ObjectName.derivedFrom("a", "b-c"));
  }

  @Test
  void samePartsGiveTheSameNameEveryTime() {
    assertThat(ObjectName.derivedFrom("team", "prod").text()).isEqualTo("team-prod-uuqb9l57h4");
  }

  @Test
  void longPartsAreCutAndStillDiffer() {
    var first = ObjectName.derivedFrom("x".repeat(200) + "1");
    var second = ObjectName.derivedFrom("x".repeat(200) + "2");

    assertThat(first).isNotEqualTo(second);
    assertThat(first.text()).hasSize(63);
  }

  @Test
  void anyTextGivesAValidDnsLabel() {
    var seed = System.nanoTime();
    var random = new Random(seed);
    var seen = new HashMap<String, List<String>>();

    for (var i = 0; i < 20_000; i++) {
      var parts = List.of(anyText(random), anyText(random));
      var name = ObjectName.derivedFrom(63, parts).text();

      assertThat(name)
          .describedAs("seed %d, parts %s", seed, parts)
          .matches("[a-z]([-a-z0-9]*[a-z0-9])?")
          .hasSizeLessThanOrEqualTo(63);
      assertThat(seen.putIfAbsent(name, parts)).isIn(null, parts);
    }
  }

  private static String anyText(Random random) {
    var text = new StringBuilder();
    random
        .ints(random.nextInt(0, 40), 32, 0x250)
        .forEach(codePoint -> text.appendCodePoint(codePoint));
    return text.toString();
  }
}
