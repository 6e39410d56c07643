package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveTest {

  private static final DeploymentView UNCOUNTED = Scenes.deployment("workers", "v1.36.3", 0);

  /** Or a cluster would be told to be Updating before it is Ready for the first time. */
  @Test
  void newMachinesThatAreNotCountedYetAreNotRenewed() {
    assertThat(renewing(UNCOUNTED, machine(0, Truth.UNKNOWN), machine(1, Truth.TRUE))).isFalse();
  }

  @Test
  void aMachineOfAnOlderTemplateIsRenewed() {
    assertThat(renewing(UNCOUNTED, machine(0, Truth.FALSE), machine(1, Truth.TRUE))).isTrue();
  }

  @Test
  void missingAndSurplusMachinesAreOnTheirWay() {
    assertThat(renewing(UNCOUNTED, machine(0, Truth.TRUE))).isTrue();
    assertThat(
            renewing(
                UNCOUNTED, machine(0, Truth.TRUE), machine(1, Truth.TRUE), machine(2, Truth.TRUE)))
        .isTrue();
  }

  @Test
  void whoHasNotReadItsNewestOrderCannotTell() {
    var late = new DeploymentView("web-workers", false, false, 2, 2, 2, UNCOUNTED.template(), null);

    assertThat(renewing(late, machine(0, Truth.TRUE), machine(1, Truth.TRUE))).isTrue();
  }

  private static boolean renewing(DeploymentView deployment, MachineView... machines) {
    return new Live(null, null, List.of(deployment), List.of(machines)).renewing(deployment);
  }

  private static MachineView machine(int number, Truth newest) {
    var name = "web-workers-" + number;
    return new MachineView(
        name,
        "web-workers",
        "v1.36.3",
        false,
        name,
        "",
        new Conditions(List.of(Scenes.condition("UpToDate", newest))));
  }
}
