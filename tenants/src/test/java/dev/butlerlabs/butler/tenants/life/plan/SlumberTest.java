package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SlumberTest {

  private static final String VERSION = "v1.36.3";

  @Test
  void workersOfANewClusterWaitUntilTheyCanJoin() {
    var order = Scenes.order(VERSION, "workers");

    var first = Slumber.numbers(order, Live.NOTHING, false);
    var begun =
        Slumber.numbers(
            order,
            new Live(
                new ClusterView("web", false, Conditions.none()),
                Scenes.plane(VERSION, VERSION),
                List.of(),
                List.of()),
            false);
    var serving = Slumber.numbers(order, live(Scenes.plane(VERSION, VERSION), 0, 0, true), false);

    assertThat(first.plane()).isNull();
    assertThat(first.workers()).containsEntry("workers", 0);
    assertThat(begun.workers()).containsEntry("workers", 0);
    assertThat(serving.workers()).containsEntry("workers", 2);
  }

  @Test
  void controlPlaneStaysWhileAMachineIsThere() {
    var numbers = asleep(live(Scenes.plane(VERSION, VERSION), 0, 1, true));

    assertThat(numbers).isNull();
  }

  @Test
  void controlPlaneStaysWhileMachinesMayStillBeMade() {
    assertThat(asleep(live(Scenes.plane(VERSION, VERSION), 0, 0, false))).isNull();
    assertThat(asleep(live(Scenes.plane(VERSION, VERSION), 2, 0, true))).isNull();
  }

  @Test
  void controlPlaneStopsWhenNoMachineIsLeft() {
    assertThat(asleep(live(Scenes.plane(VERSION, VERSION), 0, 0, true))).isZero();
  }

  @Test
  void orderedAsleepNothingIsStarted() {
    assertThat(asleep(Live.NOTHING)).isZero();
  }

  @Test
  void workersComeBackWhenTheControlPlaneServes() {
    var order = Scenes.order(VERSION, "workers");
    var stopped = new Condition("Available", Truth.FALSE, "Sleeping", "it sleeps", Scenes.NOW, 1L);
    var serving = Scenes.plane(VERSION, VERSION);
    var silent =
        new PlaneView(
            VERSION,
            VERSION,
            true,
            true,
            serving.endpoint(),
            serving.kubeconfig(),
            new Conditions(List.of(stopped)));

    var waking = Slumber.numbers(order, live(silent, 0, 0, true), false);
    var awake = Slumber.numbers(order, live(serving, 0, 0, true), false);

    assertThat(waking.plane()).isNull();
    assertThat(waking.workers()).containsEntry("workers", 0);
    assertThat(awake.workers()).containsEntry("workers", 2);
    assertThat(Slumber.asleep(live(silent, 0, 0, true))).isTrue();
    assertThat(Slumber.asleep(live(serving, 0, 0, true))).isFalse();
  }

  /** A control plane that fails takes nobody's workers away. */
  @Test
  void workersStayWhenTheControlPlaneFails() {
    var failing = new PlaneView(VERSION, "", true, true, null, "", new Conditions(List.of()));

    var numbers =
        Slumber.numbers(Scenes.order(VERSION, "workers"), live(failing, 2, 2, true), false);

    assertThat(numbers.workers()).containsEntry("workers", 2);
  }

  private static @Nullable Integer asleep(Live live) {
    var numbers = Slumber.numbers(Scenes.order(VERSION, "workers"), live, true);
    assertThat(numbers.workers()).containsEntry("workers", 0);
    return numbers.plane();
  }

  private static Live live(PlaneView plane, int wanted, int machines, boolean current) {
    var deployment =
        new DeploymentView(
            "web-workers",
            false,
            current,
            wanted,
            machines,
            machines,
            Scenes.template("workers", VERSION));
    var all =
        java.util.stream.IntStream.range(0, machines)
            .mapToObj(number -> Scenes.machine("workers", number, Truth.TRUE))
            .toList();
    return new Live(Scenes.cluster(), plane, List.of(deployment), all);
  }
}
