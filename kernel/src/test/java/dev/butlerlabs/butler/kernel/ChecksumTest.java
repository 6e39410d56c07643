package dev.butlerlabs.butler.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChecksumTest {

  @Test
  void orderOfAMapDoesNotMatter() {
    var other = new LinkedHashMap<String, String>();
    other.put("b", "2");
    other.put("a", "1");

    assertThat(Checksum.of(Map.of("a", "1", "b", "2"))).isEqualTo(Checksum.of(other));
  }

  @Test
  void characterThatMovesToTheNextPartShows() {
    assertThat(Checksum.of("ab", "c")).isNotEqualTo(Checksum.of("a", "bc"));
    assertThat(Checksum.of(Map.of("ab", "c"))).isNotEqualTo(Checksum.of(Map.of("a", "bc")));
  }

  @Test
  void itFitsALabel() {
    assertThat(Checksum.of("x").text()).matches("[0-9a-f]{32}");
  }
}
