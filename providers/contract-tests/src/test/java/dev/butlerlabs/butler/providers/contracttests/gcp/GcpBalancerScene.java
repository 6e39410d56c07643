package dev.butlerlabs.butler.providers.contracttests.gcp;

import dev.butlerlabs.butler.providers.contracttests.BalancerScene;
import dev.butlerlabs.butler.providers.contracttests.StagedScene;
import dev.butlerlabs.butler.providers.simulators.gcp.GcpStandIn;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import java.util.List;

/** The project of {@link GcpStage}, with a machine in each zone to stand in front of. */
final class GcpBalancerScene extends StagedScene<GcpStage> implements BalancerScene {

  GcpBalancerScene() {
    super(new GcpStage());
  }

  /** A balancer is what its rule is called. */
  @Override
  public List<String> names() {
    return stage().gcp().all("forwardingRules").stream()
        .map(rule -> rule.path("name").asText())
        .toList();
  }

  @Override
  public void foreign(String name) {
    stage().gcp().foreignRule(name);
  }

  /** The second by its name, the others by their ids. */
  @Override
  public Target target(int number) {
    var name = "target-" + number;
    var zone = GcpStandIn.ZONES.get(number);
    if (stage().machines().stream().noneMatch(machine -> machine.name().equals(name))) {
      stage().gcp().foreign(zone, name);
    }
    return number == 1
        ? new Target(null, null, name)
        : new Target(null, "gce://%s/%s/%s".formatted(GcpStandIn.PROJECT, zone, name), null);
  }

  @Override
  public String written(int number, int port) {
    return port + " to target-" + number;
  }

  @Override
  public List<String> serving(String name) {
    return stage().gcp().serving(name);
  }
}
