package dev.butlerlabs.butler.providers.gcp.machines;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Which machines an order's targets are: by their ids, or by their names. */
final class Targets {

  private static final String WHAT = "look for the targets of the balancer";

  private final Compute compute;

  Targets(Compute compute) {
    this.compute = compute;
  }

  /** Paths of machines below the project, for every zone, also where there are none. */
  Map<String, List<String>> byZone(BalancerOrder order, List<String> zones) throws Trouble {
    var found = new TreeMap<String, List<String>>();
    zones.forEach(zone -> found.put(zone, new ArrayList<>()));
    for (var target : order.targets()) {
      var machine = machine(target);
      var group = found.get(machine.zone());
      if (group == null) {
        throw new Trouble(
            new Fault.Invalid(
                WHAT,
                "spec.targets",
                machine.text() + " is in none of the zones " + String.join(", ", zones)));
      }
      group.add("zones/%s/instances/%s".formatted(machine.zone(), machine.name()));
    }
    return found;
  }

  private ProviderId.Gcp machine(Target target) throws Trouble {
    var id = target.instanceId();
    if (id != null) {
      var known = ProviderId.parse(ProviderType.GCP, id);
      if (known.isPresent() && known.get() instanceof ProviderId.Gcp machine) {
        return machine;
      }
    }
    var name = target.instanceName();
    if (name == null || name.isEmpty()) {
      throw new Trouble(
          new Fault.Invalid(
              WHAT, "spec.targets", "each needs an instanceName or a providerID as instanceID"));
    }
    return compute.instances(WHAT, "name = \"" + name + "\"").stream()
        .findFirst()
        .map(instance -> new ProviderId.Gcp(compute.project(), instance.zone(), instance.name()))
        .orElseThrow(
            () ->
                new Trouble(
                    new Fault.NotFound(
                        WHAT, "instance " + name, "region " + compute.region() + " has none")));
  }
}
