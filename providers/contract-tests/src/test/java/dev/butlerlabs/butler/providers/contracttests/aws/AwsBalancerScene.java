package dev.butlerlabs.butler.providers.contracttests.aws;

import dev.butlerlabs.butler.providers.contracttests.BalancerScene;
import dev.butlerlabs.butler.providers.contracttests.StagedScene;
import dev.butlerlabs.butler.providers.simulators.aws.AwsStandIn;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import java.util.List;

/** The region of {@link AwsStage}, with machines to stand in front of. */
final class AwsBalancerScene extends StagedScene<AwsStage> implements BalancerScene {

  AwsBalancerScene() {
    super(new AwsStage());
  }

  @Override
  public List<String> names() {
    return stage().aws().balancers().stream().map(AwsStandIn.SeenBalancer::name).toList();
  }

  @Override
  public void foreign(String name) {
    stage().aws().foreignBalancer(name);
  }

  /** The first by its address, the second by its id, the third by its name. */
  @Override
  public Target target(int number) {
    var name = "target-" + number;
    if (stage().machines().stream().noneMatch(machine -> machine.name().equals(name))) {
      stage().aws().tag(stage().aws().foreign(name), Ownership.MANAGED_BY, Ownership.BUTLER);
    }
    var seen = stage().seen(name);
    return switch (number) {
      case 0 -> new Target(seen.address(), null, null);
      case 1 -> new Target(null, "aws:///" + seen.zone() + "/" + seen.id(), null);
      default -> new Target(null, null, name);
    };
  }

  @Override
  public String written(int number, int port) {
    return "%d to %s:%d".formatted(port, stage().seen("target-" + number).address(), port);
  }

  @Override
  public List<String> serving(String name) {
    return stage().aws().balancers().stream()
        .filter(balancer -> balancer.name().equals(name))
        .flatMap(balancer -> balancer.serving().stream())
        .toList();
  }
}
