package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.tenants.order.plan.Order;
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
                new ClusterView("web", false, "", Conditions.none()),
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

  @Test
  void whatAnAutoscalerChoseIsLeftAlone() {
    var order = scaled(2, 1, 5);
    var serving = Scenes.plane(VERSION, VERSION);

    var first = Slumber.numbers(order, live(serving, 0, 0, true), false);
    var later = Slumber.numbers(order, live(serving, 4, 4, true), false);
    var asleep = Slumber.numbers(order, live(serving, 4, 4, true), true);

    assertThat(first.workers()).as("it begins as ordered").containsEntry("workers", 2);
    assertThat(later.workers()).as("the number is not ours").isEmpty();
    assertThat(later.chosen()).containsEntry("workers", 4);
    assertThat(first.chosen()).isEmpty();
    assertThat(asleep.workers()).containsEntry("workers", 0);
  }

  @Test
  void anAutoscaledPoolBeginsWithinItsBounds() {
    var joinable = live(Scenes.plane(VERSION, VERSION), 0, 0, true);

    assertThat(Slumber.numbers(scaled(1, 3, 5), joinable, false).workers())
        .containsEntry("workers", 3);
    assertThat(Slumber.numbers(scaled(9, 3, 5), joinable, false).workers())
        .containsEntry("workers", 5);
  }

  /** Nobody else brings a number back that is outside of bounds somebody has changed since. */
  @Test
  void anAutoscaledPoolIsBroughtBackIntoItsBounds() {
    var ten = live(Scenes.plane(VERSION, VERSION), 10, 10, true);
    var one = live(Scenes.plane(VERSION, VERSION), 1, 1, true);

    var narrowed = Slumber.numbers(scaled(10, 1, 1), ten, false);
    var raised = Slumber.numbers(scaled(1, 3, 5), one, false);

    assertThat(narrowed.workers()).containsEntry("workers", 1);
    assertThat(narrowed.chosen()).containsEntry("workers", 1);
    assertThat(raised.workers()).containsEntry("workers", 3);
    assertThat(raised.chosen()).containsEntry("workers", 3);
  }

  @Test
  void asManyWorkersAreWantedAsTheAutoscalerChose() {
    var live = live(Scenes.plane(VERSION, VERSION), 4, 3, true);

    var counted = Workers.of(scaled(2, 1, 5), live, false);

    assertThat(counted.wanted()).isEqualTo(4);
    assertThat(counted.verdict().message()).isEqualTo("3 of 4 workers are ready");
  }

  private static Order scaled(int replicas, int min, int max) {
    var pool = Scenes.pool("workers", replicas, OsType.ROCKY);
    return Scenes.with(Scenes.order(VERSION, "workers"), Scenes.scaled(pool, min, max));
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
            Scenes.template("workers", VERSION),
            null);
    var all =
        java.util.stream.IntStream.range(0, machines)
            .mapToObj(number -> Scenes.machine("workers", number, Truth.TRUE))
            .toList();
    return new Live(Scenes.cluster(), plane, List.of(deployment), all);
  }
}
