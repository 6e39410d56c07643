package dev.butlerlabs.butler.providers.contracttests.harvester;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.contracttests.BalancerScene;
import dev.butlerlabs.butler.providers.contracttests.Life;
import dev.butlerlabs.butler.providers.contracttests.StagedScene;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Boot;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Hardware;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Placement;
import java.util.List;
import java.util.Map;

/** The namespace of {@link HarvesterStage}, with machines to stand in front of. */
final class HarvesterBalancerScene extends StagedScene<HarvesterStage> implements BalancerScene {

  private static final MachineOrder MACHINE =
      new MachineOrder(
          new Hardware(1, 1024, 10, List.of()),
          Boot.unconfigured(null),
          new Addressing.Dhcp(),
          new Placement("demo", MachineRole.CONTROL_PLANE),
          Map.of());

  HarvesterBalancerScene(HarvesterStage stage) {
    super(stage);
  }

  @Override
  public List<String> names() {
    return stage().harvester().balancers().stream()
        .map(balancer -> balancer.at("/metadata/name").asText())
        .toList();
  }

  @Override
  public void foreign(String name) {
    stage().harvester().foreignBalancer(name);
  }

  /** Harvester knows machines by their names only. */
  @Override
  public Target target(int number) {
    var name = "target-" + number;
    if (stage().harvester().instance(name).isEmpty()) {
      var id = new MachineId(name, "6d9f0b52-7f3e-4a53-9f0c-%012d".formatted(number));
      try (var life = new Life(stage(), id)) {
        life.run(MACHINE);
      }
    }
    return new Target(null, null, name);
  }

  @Override
  public String written(int number, int port) {
    var guest = stage().harvester().instance("target-" + number).orElseThrow();
    return "%d to %s:%d".formatted(port, guest.at("/status/interfaces/0/ipAddress").asText(), port);
  }

  @Override
  public List<String> serving(String name) {
    var balancer =
        stage().harvester().balancers().stream()
            .filter(one -> one.at("/metadata/name").asText().equals(name))
            .findFirst()
            .orElseThrow();
    var listener = balancer.at("/spec/listeners/0");
    return balancer
        .at("/status/backendServers")
        .valueStream()
        .map(
            address ->
                "%d to %s:%d"
                    .formatted(
                        listener.path("port").asInt(),
                        address.asText(),
                        listener.path("backendPort").asInt()))
        .toList();
  }
}
