package dev.butlerlabs.butler.tenants.objects.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.time.Instant;
import java.util.List;
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
  void whatIsKeptOfADeletedClusterIsOnlyForWhoNamesIt() {
    var old = "11111111-1111-2222-3333-444455556666";
    var kept =
        Kept.marked(
            namespace("web-11111111", "shop", "web", false),
            old,
            Instant.parse("2030-01-04T00:00:00Z"));
    var over = Kept.of(kept).orElseThrow().ended(kept);

    assertThat(Place.of(WEB, UID, null, null, List.of(kept)).name()).isEqualTo("web-0b6e2c1a");
    assertThat(Place.of(WEB, UID, null, "x", List.of(kept)).name()).isEqualTo("web-0b6e2c1a");
    assertThat(Place.of(WEB, UID, null, old, List.of(kept)).name()).isEqualTo("web-11111111");
    assertThat(Place.of(WEB, UID, null, old, List.of(over)).name()).isEqualTo("web-0b6e2c1a");
    assertThat(Place.of(WEB, old, null, null, List.of(over)).name()).isEqualTo("web-11111111");
    assertThat(Kept.of(Kept.unmarked(kept))).isEmpty();
  }

  @Test
  void ownNamespaceThatSomebodyDeletesIsSeenSo() {
    var going = namespace("web-0b6e2c1a", "shop", "web", true);

    assertThat(Place.of(WEB, UID, "web-0b6e2c1a", null, List.of(going)).ending()).isTrue();
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
