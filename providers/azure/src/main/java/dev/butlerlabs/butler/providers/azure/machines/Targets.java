package dev.butlerlabs.butler.providers.azure.machines;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder.Target;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** The addresses of the machines behind a load balancer. */
final class Targets {

  private static final Pattern MACHINE =
      Pattern.compile("(?i)/subscriptions/[\\w()./-]+/virtualMachines/[\\w.-]+");

  private final AzureClient client;
  private final Place place;

  Targets(AzureClient client, Place place) {
    this.client = client;
    this.place = place;
  }

  Set<String> addresses(List<Target> targets) throws Trouble {
    var addresses = new TreeSet<String>();
    for (var target : targets) {
      address(target).ifPresent(addresses::add);
    }
    return addresses;
  }

  /** Its own where told, else that of the machine it names; none while the machine has none. */
  private Optional<String> address(Target target) throws Trouble {
    var ip = target.ip();
    if (ip != null && !ip.isEmpty()) {
      return Optional.of(ip);
    }
    var machine =
        client.find("look at the machine of a target", Place.at(machine(target), Place.COMPUTE));
    if (machine.isEmpty()) {
      return Optional.empty();
    }
    var card = machine.get().at("/properties/networkProfile/networkInterfaces/0/id").asText();
    return client
        .find("look at the card of a target", Place.card(card))
        .map(
            found ->
                found.at("/properties/ipConfigurations/0/properties/privateIPAddress").asText(""))
        .filter(text -> !text.isEmpty());
  }

  private String machine(Target target) throws Trouble {
    var instance = target.instanceId();
    var name = target.instanceName();
    var resource =
        instance == null
            ? ""
            : ProviderId.parse(ProviderType.AZURE, instance)
                .map(known -> known.text().substring("azure://".length()))
                .orElse("");
    if (resource.isEmpty() && name != null && !name.isEmpty()) {
      resource = place.machineId(name);
    }
    if (!MACHINE.matcher(resource).matches()) {
      throw new Trouble(
          new Fault.Invalid(
              "look at the targets",
              "spec.targets",
              "a target has an ip, or the ID or name of a machine on Azure"));
    }
    return resource;
  }
}
