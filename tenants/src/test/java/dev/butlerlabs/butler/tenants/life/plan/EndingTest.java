package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.tenants.cause.plan.Found;
import dev.butlerlabs.butler.tenants.life.plan.Ending.Keeps;
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

    assertThat(Ending.of(Keeps.NOBODY, true, PLACE, whole, null))
        .isInstanceOf(Ending.RemoveCluster.class);
    assertThat(
            Ending.of(
                Keeps.NOBODY, true, PLACE, new Live(leaving, null, List.of(), machines()), null))
        .isInstanceOf(Ending.Await.class);
    assertThat(
            Ending.of(Keeps.NOBODY, true, PLACE, new Live(null, null, List.of(), machines()), null))
        .isInstanceOf(Ending.Await.class);
    assertThat(Ending.of(Keeps.NOBODY, true, PLACE, Live.NOTHING, null))
        .isInstanceOf(Ending.RemoveRest.class);
    assertThat(Ending.of(Keeps.NOBODY, true, place("2030-01-01T00:00:00Z"), Live.NOTHING, null))
        .isInstanceOf(Ending.Await.class);
    assertThat(Ending.of(Keeps.NOBODY, true, new Place("web-0b6e2c1a", null), Live.NOTHING, null))
        .isInstanceOf(Ending.Nothing.class);
  }

  @Test
  @DisplayName("H22: what is awaited is named")
  void whatIsAwaitedIsNamed() {
    var stuck =
        new ClusterView(
            "web", true, "", new Conditions(List.of(Scenes.condition("Deleting", Truth.TRUE))));

    assertThat(
            Ending.of(Keeps.NOBODY, true, PLACE, new Live(stuck, null, List.of(), machines()), null)
                .awaited()
                .what())
        .isEqualTo("Cluster web-0b6e2c1a/web is being deleted: Deleting was told");
    assertThat(
            Ending.of(Keeps.NOBODY, true, PLACE, new Live(null, null, List.of(), machines()), null)
                .awaited()
                .what())
        .isEqualTo("1 machines are still there: web-workers-0");
  }

  @Test
  void whoCannotLookTakesNothingAway() {
    assertThat(Ending.of(Keeps.NOBODY, false, PLACE, Live.NOTHING, null))
        .isInstanceOf(Ending.Await.class);
  }

  @Test
  void protectedClusterIsKept() {
    assertThat(Ending.of(Keeps.ITSELF, true, PLACE, Live.NOTHING, null))
        .isInstanceOf(Ending.Protected.class)
        .satisfies(one -> assertThat(one.awaited().youCan()).startsWith("Remove the annotation"));
    assertThat(Ending.of(Keeps.TEAM, true, PLACE, Live.NOTHING, null))
        .isInstanceOf(Ending.Protected.class)
        .satisfies(one -> assertThat(one.awaited().what()).contains("its team keeps"))
        .satisfies(
            one -> assertThat(one.awaited().youCan()).contains("deletion-protection to false"));
  }

  @Test
  @DisplayName("H22: what is still there of a cluster that goes is told")
  void whatIsStillThereIsTold() {
    var live =
        new Live(
            Scenes.cluster(),
            Scenes.plane("v1.36.3", "v1.36.3"),
            List.of(Scenes.deployment("workers", "v1.36.3", 2)),
            machines());
    var found = new Found(new Cause("Deleting", "it goes", "", ""), Scenes.NOW);
    var before = new Before(Phase.READY, null, Scenes.NOW, false, 1);

    var fields = EndReport.of(found, "web", PLACE, live, before, Scenes.NOW).fields();
    assertThat(fields)
        .containsEntry("phase", Phase.DELETING)
        .containsEntry("controlPlaneEndpoint", "192.0.2.10:6443")
        .containsEntry("kubeconfigSecretRef", new LocalRef("web-admin-kubeconfig"))
        .containsEntry("workerNodesReady", 1)
        .containsEntry("workerNodesDesired", 0);
    assertThat(String.valueOf(fields.get("observedState")))
        .contains("kubernetesVersion=v1.36.3")
        .contains("nodes=[web-workers-0]")
        .contains("name=workers, desired=0, ready=1");

    var gone = EndReport.of(found, "web", PLACE, Live.NOTHING, before, Scenes.NOW).fields();
    assertThat(gone)
        .containsEntry("workerNodesReady", 0)
        .doesNotContainKeys("controlPlaneEndpoint", "kubeconfigSecretRef");
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
