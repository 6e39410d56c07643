package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import dev.butlerlabs.butler.tenants.objects.plan.Template;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeepingTest {

  private static final Instant UNTIL = Instant.parse("2030-01-04T00:00:00Z");
  private static final Place PLACE =
      new Place(
          "web-0b6e2c1a",
          new NamespaceBuilder().withNewMetadata().withName("web-0b6e2c1a").endMetadata().build());

  @Test
  void machinesGoThenTheControlPlaneStopsThenItIsKept() {
    var machine = List.of(Scenes.machine("workers", 0, Truth.TRUE));

    assertThat(step(live(1, 1, true, machine)))
        .isInstanceOfSatisfying(
            Keeping.EmptyPools.class,
            one -> assertThat(one.deployments()).containsExactly("web-workers"));
    assertThat(step(live(0, 1, true, machine))).isInstanceOf(Keeping.FallAsleep.class);
    assertThat(step(live(0, 0, true, List.of()))).isInstanceOf(Keeping.StopPlane.class);
    assertThat(step(live(0, 0, false, List.of())))
        .isInstanceOfSatisfying(
            Keeping.Keep.class, one -> assertThat(one.until()).isEqualTo(UNTIL));
  }

  @Test
  void everyStepTellsWhenItIsFinalAndHowToEndItNow() {
    var told = step(live(1, 1, true, List.of())).awaited();

    assertThat(told.what()).contains("2030-01-04T00:00:00Z");
    assertThat(told.sentence()).contains("butler.butlerlabs.dev/deletion-grace-period to 0s");
  }

  @Test
  void whatIsGoingAlreadyAndWhatNeverServedIsNotKept() {
    var leaving = new ClusterView("web", true, "", new Conditions(List.of()));
    var young = new PlaneView("v1.36.3", "", false, true, null, "", new Conditions(List.of()));

    assertThat(step(new Live(leaving, Scenes.plane("v1.36.3", "v1.36.3"), List.of(), List.of())))
        .isInstanceOf(Ending.Await.class);
    assertThat(step(new Live(Scenes.cluster(), young, List.of(), List.of())))
        .isInstanceOf(Ending.RemoveCluster.class);
  }

  @Test
  void whenTheTimeIsOverItGoes() {
    assertThat(of(live(0, 0, false, List.of()), null)).isInstanceOf(Ending.RemoveCluster.class);
  }

  private static Ending step(Live live) {
    return of(live, UNTIL);
  }

  private static Ending of(Live live, @Nullable Instant until) {
    return Ending.of(Ending.Keeps.NOBODY, true, PLACE, live, until);
  }

  private static Live live(int wanted, int there, boolean awake, List<MachineView> machines) {
    var ref = new Template.Ref("", "", "");
    return new Live(
        Scenes.cluster(),
        awake ? Scenes.plane("v1.36.3", "v1.36.3") : asleep(),
        List.of(
            new DeploymentView(
                "web-workers",
                false,
                true,
                wanted,
                there,
                there,
                new Template("", ref, ref),
                null)),
        machines);
  }

  private static PlaneView asleep() {
    var said =
        new Condition(
            "Available", Truth.FALSE, "Sleeping", "it sleeps", UNTIL.minusSeconds(60), 1L);
    return new PlaneView("v1.36.3", "", true, true, null, "", new Conditions(List.of(said)));
  }
}
