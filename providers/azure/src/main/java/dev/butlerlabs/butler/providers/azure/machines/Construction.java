package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Absent;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The steps from an order to a machine, and from what is left of one to nothing. */
final class Construction {

  private final AzureClient client;
  private final Place place;
  private final Site site;
  private final @Nullable String securityGroup;
  private final OrphanKey key;

  /**
   * @param securityGroup name of the group that guards the cards, or none
   */
  Construction(
      AzureClient client, Place place, Site site, @Nullable String securityGroup, OrphanKey key) {
    this.client = client;
    this.place = place;
    this.site = site;
    this.securityGroup = securityGroup;
    this.key = key;
  }

  /** No machine is there: makes its card, and once that is ready the machine with its disks. */
  MachineState build(MachineId id, MachineOrder order, @Nullable JsonNode card, Memo memo)
      throws Trouble {
    var made = card;
    if (made == null) {
      made = makeCard(id, order);
    }
    var state = made.at("/properties/provisioningState").asText("");
    if (state.equals("Failed")) {
      // Azure tries again when it is written once more. No machine has it, so nobody is cut off.
      makeCard(id, order);
      throw new Trouble(
          AzureFaults.failed(
              "make the network card of machine " + id, "Failed", "it is written once more"));
    }
    return state.equals("Succeeded")
        ? makeMachine(id, order, made, memo)
        : new Underway("making the network card: " + state, memo);
  }

  private JsonNode makeCard(MachineId id, MachineOrder order) throws Trouble {
    var problems = site.problems(order);
    if (!problems.isEmpty()) {
      throw new Trouble(problems.getFirst());
    }
    var body =
        Bodies.card(
            id,
            order,
            site.location(),
            site.subnetId(),
            securityGroup == null ? null : place.securityGroupId(securityGroup));
    return client.put(
        "make the network card of machine " + id,
        Place.card(place.cardId(Names.card(id))),
        body,
        List.of());
  }

  private MachineState makeMachine(MachineId id, MachineOrder order, JsonNode card, Memo memo)
      throws Trouble {
    var size = site.sizes().choose(order.hardware(), site.settings().vmSize());
    var machines =
        size.zones().isEmpty()
            ? List.<JsonNode>of()
            : client.list("list the machines of the resource group", place.machines());
    var chosen =
        new Bodies.Chosen(
            site.location(),
            Zones.choose(size.zones(), machines, order.placement(), memo).orElse(""),
            size,
            site.image(order),
            card.path("id").asText(),
            site.settings().nodeIdentity(),
            key.text());
    var userData = order.boot().userData();
    var secrets = userData == null ? List.<SecretText>of() : List.of(userData);
    try {
      client.create(
          "make machine " + id,
          place.machine(id.name()),
          Bodies.machine(id, order, chosen),
          secrets);
    } catch (Trouble trouble) {
      // Somebody was faster. Whether it was us, before an answer was lost, the next look tells.
      if (!(trouble.fault() instanceof Fault.Busy)) {
        throw trouble;
      }
      return new Underway("looking again: " + trouble.fault().detail(), memo);
    }
    return new Underway("making the machine", memo);
  }

  /**
   * The machine is gone, and most that was made for it went with it. Takes away the rest. A card
   * that a machine still uses is kept, so that nothing is told absent that is only not seen yet.
   */
  MachineState sweep(MachineId id, @Nullable JsonNode card, Memo memo) throws Trouble {
    if (card != null && !removeCard(id, card)) {
      return new Underway("waiting until Azure lets go of the network card", memo);
    }
    var disks =
        client.list("list the disks of the resource group", place.disks()).stream()
            .filter(disk -> Tags.owned(disk, id.uid()))
            .filter(disk -> Names.beside(disk.path("name").asText(), id))
            .toList();
    for (var disk : disks) {
      if (!deleting(disk)) {
        client.delete(
            "remove disk " + disk.path("name").asText(), Place.disk(disk.path("id").asText()));
      }
    }
    return card == null && disks.isEmpty()
        ? new Absent()
        : new Underway("removing the network card and disks", memo);
  }

  /** False while Azure keeps it for a machine. */
  private boolean removeCard(MachineId id, JsonNode card) throws Trouble {
    if (deleting(card)) {
      return true;
    }
    try {
      client.delete(
          "remove the network card of machine " + id, Place.card(card.path("id").asText()));
      return true;
    } catch (Trouble trouble) {
      if (trouble.fault() instanceof Fault.Busy) {
        return false;
      }
      throw trouble;
    }
  }

  private static boolean deleting(JsonNode resource) {
    return resource.at("/properties/provisioningState").asText("").equals("Deleting");
  }
}
