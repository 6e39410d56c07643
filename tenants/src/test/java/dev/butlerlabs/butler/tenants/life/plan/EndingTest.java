package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EndingTest {

  private static final Place PLACE = place(null);

  @Test
  @DisplayName("H9: Cluster, then machines, then addresses and namespace, and never another order")
  void machinesGoBeforeWhatTheyHad() {
    var whole = new Live(Scenes.cluster(), null, List.of(), machines());
    var leaving = new ClusterView("web", true, "", new Conditions(List.of()));

    assertThat(Ending.of(false, true, PLACE, whole, null)).isInstanceOf(Ending.RemoveCluster.class);
    assertThat(Ending.of(false, true, PLACE, new Live(leaving, null, List.of(), machines()), null))
        .isInstanceOf(Ending.Await.class);
    assertThat(Ending.of(false, true, PLACE, new Live(null, null, List.of(), machines()), null))
        .isInstanceOf(Ending.Await.class);
    assertThat(Ending.of(false, true, PLACE, Live.NOTHING, null))
        .isInstanceOf(Ending.RemoveRest.class);
    assertThat(Ending.of(false, true, place("2030-01-01T00:00:00Z"), Live.NOTHING, null))
        .isInstanceOf(Ending.Await.class);
    assertThat(Ending.of(false, true, new Place("web-0b6e2c1a", null), Live.NOTHING, null))
        .isInstanceOf(Ending.Nothing.class);
  }

  @Test
  @DisplayName("H22: what is awaited is named")
  void whatIsAwaitedIsNamed() {
    var stuck =
        new ClusterView(
            "web", true, "", new Conditions(List.of(Scenes.condition("Deleting", Truth.TRUE))));

    assertThat(
            Ending.of(false, true, PLACE, new Live(stuck, null, List.of(), machines()), null)
                .awaited()
                .what())
        .isEqualTo("Cluster web-0b6e2c1a/web is being deleted: Deleting was told");
    assertThat(
            Ending.of(false, true, PLACE, new Live(null, null, List.of(), machines()), null)
                .awaited()
                .what())
        .isEqualTo("1 machines are still there: web-workers-0");
  }

  @Test
  void whoCannotLookTakesNothingAway() {
    assertThat(Ending.of(false, false, PLACE, Live.NOTHING, null)).isInstanceOf(Ending.Await.class);
  }

  @Test
  void protectedClusterIsKept() {
    assertThat(Ending.of(true, true, PLACE, Live.NOTHING, null))
        .isInstanceOf(Ending.Protected.class);
  }

  private static List<MachineView> machines() {
    return List.of(Scenes.machine("workers", 0, Truth.TRUE));
  }

  private static Place place(@Nullable String deleted) {
    return new Place(
        "web-0b6e2c1a",
        new NamespaceBuilder()
            .withNewMetadata()
            .withName("web-0b6e2c1a")
            .withDeletionTimestamp(deleted)
            .endMetadata()
            .build());
  }
}
