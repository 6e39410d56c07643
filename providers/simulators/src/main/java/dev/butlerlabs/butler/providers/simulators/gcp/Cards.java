package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import java.util.TreeSet;

/** Network cards: which subnetwork they are on, and which address they get. */
final class Cards {

  /** The stand-in's subnetworks are all this wide. */
  private static final int LAST = 250;

  private final Cloud cloud;

  Cards(Cloud cloud) {
    this.cloud = cloud;
  }

  void check(ObjectNode body) {
    var cards = body.path("networkInterfaces");
    if (cards.isEmpty()) {
      throw Refused.invalid(
          "resource.networkInterfaces", "", "At least one network interface is required.");
    }
    for (var card : cards) {
      var subnetwork = subnetwork(card);
      var wanted = card.path("networkIP").asText();
      if (!wanted.isEmpty() && !wanted.startsWith(prefix(subnetwork))) {
        throw Refused.invalid(
            "resource.networkInterfaces[0].networkIP",
            wanted,
            "Requested internal IP address is outside the subnetwork CIDR range.");
      }
    }
  }

  /** That which is named, or the one of the region in the network that is named. */
  private ObjectNode subnetwork(JsonNode card) {
    var named = card.path("subnetwork").asText();
    if (!named.isEmpty()) {
      return cloud.store.require(Names.resolve(cloud.project, named));
    }
    var network =
        Names.resolve(cloud.project, card.path("network").asText("global/networks/default"));
    cloud.store.require(network);
    return cloud.store.names("subnetworks").stream()
        .map(cloud.store::require)
        .filter(subnetwork -> subnetwork.path("network").asText().equals(Names.link(network)))
        .findFirst()
        .orElseThrow(
            () ->
                Refused.invalid(
                    "resource.networkInterfaces[0]", network, "No subnetwork in the region."));
  }

  private static String prefix(JsonNode subnetwork) {
    return subnetwork.path("ipCidrRange").asText().replaceFirst("\\d+/\\d+$", "");
  }

  /** Gives the cards their addresses. */
  void connect(ObjectNode body) {
    for (var card : body.path("networkInterfaces")) {
      var subnetwork = subnetwork(card);
      var taken = new TreeSet<String>();
      cloud.store.names("instances").stream()
          .map(cloud.store::require)
          .forEach(
              other ->
                  other
                      .path("networkInterfaces")
                      .forEach(used -> taken.add(used.path("networkIP").asText())));
      var wanted = card.path("networkIP").asText();
      if (taken.contains(wanted)) {
        throw new Refused(
            400, "ipInUseByAnotherResource", "IP '%s' is already being used".formatted(wanted));
      }
      var shown = (ObjectNode) card;
      shown.put("networkIP", wanted.isEmpty() ? free(prefix(subnetwork), taken) : wanted);
      shown.put("subnetwork", subnetwork.path("selfLink").asText()).put("name", "nic0");
      shown.put("network", subnetwork.path("network").asText());
    }
  }

  private static String free(String prefix, Set<String> taken) {
    for (var last = 2; last < LAST; last++) {
      if (!taken.contains(prefix + last)) {
        return prefix + last;
      }
    }
    throw new Refused(400, "ipSpaceExhausted", "IP space of the subnetwork is exhausted.");
  }
}
