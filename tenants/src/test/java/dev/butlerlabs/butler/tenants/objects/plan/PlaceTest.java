package dev.butlerlabs.butler.tenants.objects.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class PlaceTest {

  private static final ObjectKey WEB = new ObjectKey("shop", "web");
  private static final String UID = "0b6e2c1a-1111-2222-3333-444455556666";

  @Test
  void namespaceIsNamedByClusterAndUid() {
    assertThat(Place.of(WEB, UID, null, null, List.of()))
        .isEqualTo(new Place("web-0b6e2c1a", null));
  }

  @Test
  @DisplayName("H34: names that are too long are cut, and two that begin alike stay apart")
  void longNamesAreHashed() {
    var longest = "a".repeat(70);

    assertThat(Place.nameFor(longest, UID)).hasSizeLessThanOrEqualTo(63);
    assertThat(Place.nameFor(longest, UID)).isNotEqualTo(Place.nameFor(longest + "b", UID));
    assertThat(Place.nameFor("a".repeat(54), UID)).isEqualTo("a".repeat(54) + "-0b6e2c1a");
  }

  @Test
  @DisplayName("H41: a restored order finds the namespace its predecessor made")
  void namespaceIsFoundByItsLabels() {
    var old = namespace("web-11111111", "shop", "web", false);

    assertThat(Place.of(WEB, UID, null, null, List.of(old)).name()).isEqualTo("web-11111111");
  }

  @Test
  void namespacesOfOthersAreNotTaken() {
    var sameName = namespace("web-11111111", "other", "web", false);
    var notOurs =
        new NamespaceBuilder(namespace("web-22222222", "shop", "web", false))
            .editMetadata()
            .removeFromLabels(Marks.APPLIED_BY)
            .endMetadata()
            .build();

    assertThat(Place.of(WEB, UID, null, null, List.of(sameName, notOurs)).name())
        .isEqualTo("web-0b6e2c1a");
  }

  @Test
  void namespaceOfAnEarlierClusterThatIsGoingIsLeftToGo() {
    var going = namespace("web-11111111", "shop", "web", true);

    assertThat(Place.of(WEB, UID, null, null, List.of(going)))
        .isEqualTo(new Place("web-0b6e2c1a", null));
  }

  @Test
  @DisplayName("H41: a restored cluster is not gone before the namespace it took up is")
  void namespaceThatWasTakenUpIsItsUntilItIsGone() {
    var going = namespace("web-11111111", "shop", "web", true);

    assertThat(Place.of(WEB, UID, "web-11111111", null, List.of(going)))
        .isEqualTo(new Place("web-11111111", going));
  }

  @Test
  void whatIsKeptOfADeletedClusterIsOnlyForWhoNamesIt() {
    var old = "11111111-1111-2222-3333-444455556666";
    var kept =
        Kept.marked(
            namespace("web-11111111", "shop", "web", false),
            old,
            Instant.parse("2030-01-04T00:00:00Z"),
            null);
    var over = Kept.of(kept).orElseThrow().ended(kept);

    assertThat(Place.of(WEB, UID, null, null, List.of(kept)).name()).isEqualTo("web-0b6e2c1a");
    assertThat(Place.of(WEB, UID, null, "x", List.of(kept)).name()).isEqualTo("web-0b6e2c1a");
    assertThat(Place.of(WEB, UID, null, old, List.of(kept)).name()).isEqualTo("web-11111111");
    assertThat(Place.of(WEB, UID, null, old, List.of(over)).name()).isEqualTo("web-0b6e2c1a");
    assertThat(Place.of(WEB, old, null, null, List.of(over)).name()).isEqualTo("web-11111111");
    assertThat(Kept.of(Kept.unmarked(kept))).isEmpty();
  }

  @Test
  void whatIsKeptOfADeletedClusterWhoseUidBeginsAlikeIsLeftToIt() {
    var kept =
        Kept.marked(
            namespace("web-0b6e2c1a", "shop", "web", false),
            UID.substring(0, 35) + "7",
            Instant.parse("2030-01-04T00:00:00Z"),
            null);

    assertThat(Place.of(WEB, UID, null, null, List.of(kept)).name())
        .startsWith("web-0b6e2c1a-")
        .isNotEqualTo("web-0b6e2c1a");
  }

  @Test
  void ownNamespaceThatSomebodyDeletesIsSeenSo() {
    var going = namespace("web-0b6e2c1a", "shop", "web", true);

    assertThat(Place.of(WEB, UID, "web-0b6e2c1a", null, List.of(going)).ending()).isTrue();
  }

  @Test
  void adversarialPairsNeverShareANamespace() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var begunAlike = 0;
    for (var i = 0; i < 100_000; i++) {
      var one = new ObjectKey(word(random, 2), word(random, 6));
      var other =
          new ObjectKey(
              word(random, 2), random.nextBoolean() ? one.name() : near(one.name(), random));
      if (one.equals(other)) {
        continue;
      }
      var uid = new UUID(random.nextLong(), random.nextLong()).toString();
      var place = Place.of(one, uid, null, null, List.of());
      var there = namespace(place.name(), one.namespace(), one.name(), random.nextBoolean());

      var second = Place.of(other, near(uid), null, null, sourceIs(other.name(), there));

      assertThat(second.name())
          .as("seed %d: %s and %s with UID %s", seed, one, other, uid)
          .isNotEqualTo(place.name())
          .hasSizeLessThanOrEqualTo(63);
      begunAlike += one.name().equals(other.name()) ? 1 : 0;
    }
    assertThat(begunAlike).as("namesakes whose UIDs begin alike").isGreaterThan(30_000);
  }

  /** As the index answers. */
  private static List<Namespace> sourceIs(String name, Namespace there) {
    return name.equals(there.getMetadata().getLabels().get("butler.butlerlabs.dev/source-name"))
        ? List.of(there)
        : List.of();
  }

  /** Another UID that begins with the same 8 digits, and goes on with the same 27 too. */
  private static String near(String uid) {
    return uid.substring(0, 35) + (uid.endsWith("0") ? "1" : "0");
  }

  /** Another name that reads much the same, with the dash elsewhere or a digit of the UID in it. */
  private static String near(String name, Random random) {
    var cut = random.nextInt(name.length());
    return (name.substring(0, cut) + "-" + name.substring(cut)).replaceAll("^-|-$", "0");
  }

  private static String word(Random random, int most) {
    var syllables = List.of("a", "b", "a-b", "-", "0", "0b6e2c1a", "a.b", "x".repeat(20));
    var text = new StringBuilder("a");
    for (var i = random.nextInt(most); i >= 0; i--) {
      text.append(syllables.get(random.nextInt(syllables.size())));
    }
    return text.append(random.nextInt(3)).toString();
  }

  private static Namespace namespace(String name, String source, String cluster, boolean going) {
    return new NamespaceBuilder()
        .withNewMetadata()
        .withName(name)
        .addToLabels("butler.butlerlabs.dev/source-namespace", source)
        .addToLabels("butler.butlerlabs.dev/source-name", cluster)
        .addToLabels(Marks.APPLIED_BY, Marks.TENANTS)
        .withDeletionTimestamp(going ? "2030-01-01T00:00:00Z" : null)
        .endMetadata()
        .build();
  }
}
