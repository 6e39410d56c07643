package dev.butlerlabs.butler.addons.helm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValuesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{a: 1} | {b: 2} | {a: 1, b: 2}",
        "{a: {b: 1, c: 2}} | {a: {c: 3}} | {a: {b: 1, c: 3}}",
        "{a: [1, 2]} | {a: [3]} | {a: [3]}",
        "{a: {b: 1}} | {a: 2} | {a: 2}",
        "{a: 1} | {a: {b: 2}} | {a: {b: 2}}",
        "{a: {b: 1}} | {a: null} | {a: null}",
        "{a: {b: 1}} | {a: {}} | {a: {b: 1}}",
        "{} | {} | {}",
      })
  void mapsAreMergedAndAllElseIsReplaced(String base, String top, String merged)
      throws JsonProcessingException {
    assertThat(Values.over(yaml(base), yaml(top))).isEqualTo(yaml(merged));
  }

  @Test
  void point20_definitionWithoutDefaultsCountsAsEmpty() throws JsonProcessingException {
    var top = yaml("{a: 1}");

    assertThat(Values.over(null, top)).isEqualTo(top);
    assertThat(Values.over(top, null)).isEqualTo(top);
    assertThat(Values.over(null, null)).isEqualTo(Values.none());
  }

  @Test
  void argumentsStayAsTheyAre() throws JsonProcessingException {
    var base = yaml("{a: {b: {c: 1}}}");
    var top = yaml("{a: {b: {d: 2}}, e: {f: 3}}");

    Values.over(base, top).withObject("/a/b").put("c", 9);

    assertThat(base).isEqualTo(yaml("{a: {b: {c: 1}}}"));
    assertThat(top).isEqualTo(yaml("{a: {b: {d: 2}}, e: {f: 3}}"));
  }

  /** So layers can be merged in any grouping, as long as their order stays. */
  @Test
  void mergingIsAssociative() {
    var seed = new Random().nextLong();
    System.out.println("seed " + seed);
    var random = new Random(seed);
    for (var round = 0; round < 300; round++) {
      var a = anyMap(random, 3);
      var b = anyMap(random, 3);
      var c = anyMap(random, 3);

      // Only a scalar between two maps breaks the rule, and it does in Helm too; none is drawn.
      assertThat(Values.over(Values.over(a, b), c)).isEqualTo(Values.over(a, Values.over(b, c)));
    }
  }

  /** Maps where a key always has the same kind of value. */
  private static JsonNode anyMap(Random random, int depth) {
    var map = Values.none();
    for (var key = 0; key < 4; key++) {
      if (random.nextBoolean()) {
        if (key % 2 == 0 || depth == 0) {
          map.put("scalar" + key, random.nextInt(3));
        } else {
          map.set("map" + key, anyMap(random, depth - 1));
        }
      }
    }
    return map;
  }

  private static JsonNode yaml(String text) throws JsonProcessingException {
    return new YAMLMapper().readTree(text);
  }
}
