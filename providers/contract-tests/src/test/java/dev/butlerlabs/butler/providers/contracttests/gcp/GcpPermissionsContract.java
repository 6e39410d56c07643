package dev.butlerlabs.butler.providers.contracttests.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.gcp.machines.GcpPermissions;
import dev.butlerlabs.butler.providers.gcp.machines.GcpRole;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Disk;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The role that the page asks for is what calls need: nothing is missing, nothing too much. */
class GcpPermissionsContract {

  private static final MachineId ID = new MachineId("cp-0", "5c8f0b52-7f3e-4a53-9f0c-3d1f0e6a7b11");

  private final GcpStage stage = new GcpStage();

  @AfterEach
  void close() {
    stage.close();
  }

  private static MachineOrder order() {
    return new MachineOrder(
        new Hardware(2, 4096, 20, List.of(new Disk(5, "pd-ssd"))),
        Boot.unconfigured("talos"),
        new Addressing.Dhcp(),
        new Placement("demo", MachineRole.WORKER),
        Map.of());
  }

  /** Everything the driver ever does with machines. */
  private void everything() {
    try (var life = new Life(stage, ID)) {
      life.driver().validate();
      life.driver().machines().validate(order());
      life.run(order());
      stage.powerOff("cp-0");
      life.run(order());
      stage.gcp().power("cp-0", "SUSPENDED");
      life.run(order());
      stage.gcp().keepDisks("cp-0");
      life.end();
    }
    // An answer that was lost is looked for among the operations.
    stage.make((_, call) -> call.method().equals("POST") ? Mischief.CUT_AFTER : Mischief.NONE);
    try (var life = new Life(stage, ID)) {
      life.ensure(order());
      life.ensure(order());
      life.remove();
      stage.make((_, _) -> Mischief.NONE);
      life.end();
    }
  }

  @Test
  void theRoleHoldsWhatCallsNeedAndNoMore() {
    stage.with("machineType", "n2-standard-2");
    everything();
    stage.with("subnetwork", "");
    try (var life = new Life(stage, ID)) {
      life.driver().validate();
    }

    assertThat(new TreeSet<>(stage.gcp().permissionsAsked()))
        .isEqualTo(new TreeSet<>(GcpPermissions.MACHINES));
  }

  @Test
  void machinesThatRunAsAServiceAccountNeedOneMore() {
    stage.with("serviceAccount", "nodes@butler-test.iam.gserviceaccount.com");
    everything();

    assertThat(stage.gcp().permissionsAsked())
        .containsAll(GcpPermissions.SERVICE_ACCOUNTS)
        .allSatisfy(
            permission ->
                assertThat(
                        GcpPermissions.MACHINES.contains(permission)
                            || GcpPermissions.SERVICE_ACCOUNTS.contains(permission))
                    .as(permission)
                    .isTrue());
  }

  @Test
  void theRoleThatIsHandedOutHoldsThemAll() {
    var role = new KubernetesSerialization().unmarshal(GcpRole.yaml(), Map.class);
    var expected = new TreeSet<>(GcpPermissions.MACHINES);
    expected.addAll(GcpPermissions.BALANCERS);
    expected.addAll(GcpPermissions.IMAGES);

    assertThat(role.get("includedPermissions")).isEqualTo(List.copyOf(expected));
    assertThat(role.get("stage")).isEqualTo("GA");
  }

  @Test
  void thePageNamesThemAll() throws IOException {
    var page = Files.readString(Path.of("../../docs/contracts/provider-gcp.md"));

    assertThat(page)
        .contains(GcpPermissions.MACHINES)
        .contains(GcpPermissions.SERVICE_ACCOUNTS)
        .contains(GcpPermissions.BALANCERS)
        .contains(GcpPermissions.IMAGES);
  }
}
