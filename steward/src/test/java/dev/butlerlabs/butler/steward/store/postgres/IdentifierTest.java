package dev.butlerlabs.butler.steward.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifierTest {

  private static final int PAIRS = 100_000;
  private static final List<String> WORDS =
      List.of("a", "A", "b-c", "a-b", "_", "-", "--", "\"", "'", ";", "tcp_", "x".repeat(30), "é");

  /** What the server and kine make of a name: cut at 63 bytes, and in small letters. */
  @Test
  void adversarialNamesThatDifferNeverMeanTheSameDatabaseOrUser() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var taken = 0;
    for (var i = 0; i < PAIRS; i++) {
      var one = word(random);
      var other = random.nextInt(4) == 0 ? one.toUpperCase(Locale.ROOT) : word(random);
      if (Identifier.objection(one).isEmpty() && Identifier.objection(other).isEmpty()) {
        taken++;
        assertThat(meant(one).equals(meant(other)))
            .as("seed %d: %s and %s", seed, one, other)
            .isEqualTo(one.equals(other));
      }
    }
    assertThat(taken).as("seed %d", seed).isGreaterThan(1_000);
  }

  @Test
  void derivedNamesOfAdversarialTenantsAreNamesAndAllDifferent() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    for (var i = 0; i < PAIRS; i++) {
      var one = derived(random);
      var other = derived(random);
      assertThat(Identifier.objection(one.schema())).as("seed %d", seed).isEmpty();
      assertThat(meant(one.schema())).as("seed %d", seed).isNotEqualTo(meant(other.schema()));
      assertThat(meant(one.user())).as("seed %d", seed).isNotEqualTo(meant(other.user()));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a b",
        "a;drop database postgres",
        "a\"; drop role x; --",
        "a'b",
        "a\\b",
        "a\u0000b",
        "A",
        "postgres",
        "template1",
        "pg_monitor",
        "public",
        "é",
        "a/b",
        "a?sslmode=disable",
        "a@b",
        "-a",
        "1a",
        "a.b",
      })
  void whatCouldBreakOutOrIsTheServersOwnIsNoName(String name) {
    assertThat(Identifier.objection(name)).isPresent();
    assertThatThrownBy(() -> new Identifier(name)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nameIsWrittenInQuotes() {
    assertThat(new Identifier("tcp_1-a")).hasToString("\"tcp_1-a\"");
    assertThat(Sql.literal("it's")).isEqualTo("'it''s'");
  }

  private static String meant(String name) {
    var small = name.toLowerCase(Locale.ROOT);
    return small.substring(0, Math.min(63, small.length()));
  }

  private static Corner derived(Random random) {
    return Corner.derived(
        new ObjectKey(word(random), word(random)),
        new UUID(random.nextLong(), random.nextLong()).toString());
  }

  private static String word(Random random) {
    var word = new StringBuilder();
    for (var i = random.nextInt(4); i >= 0; i--) {
      word.append(WORDS.get(random.nextInt(WORDS.size())));
    }
    return word.toString();
  }
}
