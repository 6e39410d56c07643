package dev.butlerlabs.butler.providers.contracttests.azure;

import dev.butlerlabs.butler.providers.contracttests.BalancerScene;
import dev.butlerlabs.butler.providers.contracttests.StagedScene;
import dev.butlerlabs.butler.providers.simulators.azure.AzureStandIn;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import java.util.List;
import java.util.regex.Pattern;

/** The resource group of {@link AzureStage}, with machines to stand in front of. */
final class AzureBalancerScene extends StagedScene<AzureStage> implements BalancerScene {

  private static final String KIND = "Microsoft.Network/loadBalancers";
  private static final Pattern BALANCER = Pattern.compile(".*/" + KIND + "/([^/]+)");

  AzureBalancerScene() {
    super(new AzureStage());
  }

  @Override
  public List<String> names() {
    return things().stream()
        .map(BALANCER::matcher)
        .filter(match -> match.matches())
        .map(match -> match.group(1))
        .toList();
  }

  @Override
  public void foreign(String name) {
    stage().azure().foreignBalancer(name);
  }

  /** The first by its address, the second by its id, the third by its name. */
  @Override
  public Target target(int number) {
    var name = "target-" + number;
    if (stage().machines().stream().noneMatch(machine -> machine.name().equals(name))) {
      stage().foreign(name);
    }
    return switch (number) {
      case 0 -> new Target(address(number), null, null);
      case 1 -> new Target(null, "azure://" + AzureStandIn.id(AzureStage.MACHINES, name), null);
      default -> new Target(null, null, name);
    };
  }

  private String address(int number) {
    var card = AzureStandIn.id("Microsoft.Network/networkInterfaces", "target-" + number + "-nic");
    return stage()
        .azure()
        .body(card)
        .at("/properties/ipConfigurations/0/properties/privateIPAddress")
        .asText();
  }

  @Override
  public String written(int number, int port) {
    return "%d to %s:%d".formatted(port, address(number), port);
  }

  @Override
  public List<String> serving(String name) {
    var id = AzureStandIn.id(KIND, name);
    var rule = stage().azure().body(id).at("/properties/loadBalancingRules/0/properties");
    return stage()
        .azure()
        .body(id + "/backendAddressPools/targets")
        .at("/properties/loadBalancerBackendAddresses")
        .valueStream()
        .map(
            member ->
                "%d to %s:%d"
                    .formatted(
                        rule.path("frontendPort").asInt(),
                        member.at("/properties/ipAddress").asText(),
                        rule.path("backendPort").asInt()))
        .toList();
  }
}
