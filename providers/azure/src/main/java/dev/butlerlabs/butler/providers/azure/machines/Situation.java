package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What of a machine is in the resource group. */
sealed interface Situation {

  /** No machine of that name; perhaps the card that was made for it. */
  record Nothing(@Nullable JsonNode card) implements Situation {}

  /** The name is taken by a machine that is not ours. */
  record Foreign(String holder) implements Situation {}

  /** It carries our mark. */
  record Ours(JsonNode machine, @Nullable JsonNode card) implements Situation {

    String state() {
      return machine.at("/properties/provisioningState").asText("");
    }

    /** running, stopped, deallocated ...; empty where Azure tells none. */
    String power() {
      return status("PowerState/").map(code -> code.path("code").asText().substring(11)).orElse("");
    }

    Optional<JsonNode> failure() {
      return state().equals("Failed") ? status("ProvisioningState/failed") : Optional.empty();
    }

    /** It was never placed on a host: the card got no hardware address. */
    boolean neverRan() {
      return power().isEmpty() && (card == null || !ran(card));
    }

    private Optional<JsonNode> status(String prefix) {
      for (var status : machine.at("/properties/instanceView/statuses")) {
        if (status.path("code").asText().startsWith(prefix)) {
          return Optional.of(status);
        }
      }
      return Optional.empty();
    }
  }

  /** A card gets its hardware address when its machine first runs. */
  static boolean ran(JsonNode card) {
    return !card.at("/properties/macAddress").asText("").isEmpty();
  }

  static Situation look(AzureClient client, Place place, MachineId id) throws Trouble {
    var machine = client.find("look at machine " + id, place.machineWithState(id.name()));
    if (machine.isEmpty()) {
      return new Nothing(card(client, place, id).orElse(null));
    }
    if (!Tags.owned(machine.get(), id.uid())) {
      return new Foreign(machine.get().path("id").asText(place.machineId(id.name())));
    }
    return new Ours(
        machine.get(), client.find(what(id), Place.card(cardOf(machine.get()))).orElse(null));
  }

  /** The card that was made for the machine, whether or not it is there. */
  static Optional<JsonNode> card(AzureClient client, Place place, MachineId id) throws Trouble {
    return client
        .find(what(id), Place.card(place.cardId(Names.card(id))))
        .filter(card -> Tags.owned(card, id.uid()));
  }

  private static String what(MachineId id) {
    return "look at the network card of machine " + id;
  }

  private static String cardOf(JsonNode machine) {
    return machine.at("/properties/networkProfile/networkInterfaces/0/id").asText();
  }
}
