package dev.butlerlabs.butler.steward.store.driver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CornerTest {

  private static final int PAIRS = 100_000;
  private static final List<String> WORDS =
      List.of("a", "b", "ab", "a-b", "b-c", "a_b", "-", "_", "--", "tcp", "tcp_", "root", "0");

  @Test
  void adversarialNamesNeverShareAPrefixUserOrRole() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    for (var i = 0; i < PAIRS; i++) {
      var one = Corner.derived(key(random), uid(random));
      var other =
          Corner.derived(random.nextBoolean() ? one.owner() : key(random), near(one.uid(), random));
      assertApart(one, other, seed);
    }
  }

  @Test
  void chosenNamesThatDifferNeverShareAPrefix() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var refused = 0;
    for (var i = 0; i < PAIRS; i++) {
      var one = chosen(random);
      var other = chosen(random);
      if (one.objection().isPresent() || other.objection().isPresent()) {
        refused++;
      } else if (!one.schema().equals(other.schema())) {
        assertSpansApart(one, other, seed);
      }
    }
    assertThat(refused).as("seed %d", seed).isBetween(PAIRS / 20, PAIRS * 9 / 10);
  }

  @Test
  void derivedNamesAreAllDifferent() {
    var random = new Random(7);
    var names = new HashSet<String>();
    for (var i = 0; i < PAIRS; i++) {
      names.add(Corner.derived(new ObjectKey("a", "b"), uid(random)).schema());
    }
    assertThat(names).hasSize(PAIRS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", "a/b", "/", "..", "-a", "a b", "a\u0000", "a\n", "é", "root", "a;drop", "\"a\""
      })
  void namesThatCouldBreakOutAreRefused(String name) {
    var uid = uid(new Random(1));
    var key = new ObjectKey("ns", "tenant");

    assertThat(new Corner(key, uid, name, "user").objection()).isPresent();
    assertThat(new Corner(key, uid, "schema", name).objection()).isPresent();
  }

  @Test
  void anothersDerivedNameCannotBeChosen() {
    var random = new Random(2);
    var victim = Corner.derived(new ObjectKey("ns", "victim"), uid(random));
    var thief = uid(random);

    assertThat(new Corner(new ObjectKey("ns", "thief"), thief, victim.schema(), "x").objection())
        .get()
        .satisfies(problem -> assertThat(problem.sentence()).contains("another tenant's"));
    assertThat(victim.objection()).isEmpty();
  }

  @Test
  void whatIsNoUidGetsNoCorner() {
    assertThat(Corner.derived(new ObjectKey("ns", "x"), "../../registry").objection()).isPresent();
  }

  private static Corner chosen(Random random) {
    return new Corner(key(random), uid(random), word(random), word(random));
  }

  private static void assertApart(Corner one, Corner other, long seed) {
    assertThat(one.objection()).as("seed %d", seed).isEmpty();
    assertThat(other.objection()).as("seed %d", seed).isEmpty();
    assertThat(one.schema()).as("seed %d", seed).isNotEqualTo(other.schema());
    assertThat(one.user()).as("seed %d", seed).isNotEqualTo(other.user());
    assertSpansApart(one, other, seed);
  }

  private static void assertSpansApart(Corner one, Corner other, long seed) {
    var first = Span.under(EtcdDriver.prefix(one));
    var second = Span.under(EtcdDriver.prefix(other));
    var apart =
        first.to().compareTo(second.from()) <= 0 || second.to().compareTo(first.from()) <= 0;
    assertThat(apart).as("seed %d: %s and %s", seed, one, other).isTrue();
  }

  private static ObjectKey key(Random random) {
    return new ObjectKey(word(random), word(random));
  }

  private static String word(Random random) {
    var word = new StringBuilder();
    for (var i = random.nextInt(4); i >= 0; i--) {
      word.append(WORDS.get(random.nextInt(WORDS.size())));
      if (random.nextInt(12) == 0) {
        word.append((char) ('.' + random.nextInt(3)));
      }
    }
    return word.toString();
  }

  /** Names play no part in derived ones: here it is the UIDs that differ in one digit only. */
  private static String near(String uid, Random random) {
    var changed = new StringBuilder(uid);
    var at = random.nextInt(uid.length());
    while (uid.charAt(at) == '-') {
      at = random.nextInt(uid.length());
    }
    var digit = Character.digit(uid.charAt(at), 16);
    changed.setCharAt(at, Character.forDigit((digit + 1 + random.nextInt(15)) % 16, 16));
    return changed.toString();
  }

  private static String uid(Random random) {
    return new UUID(random.nextLong(), random.nextLong()).toString();
  }
}
