package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import java.math.BigInteger;
import java.net.InetAddress;
import java.util.Optional;

/** A subnet of Azure's, which has a gateway of its own: always its first address. Pure. */
record Subnet(String id, String prefix) {

  static Subnet of(JsonNode told) {
    var one = told.at("/properties/addressPrefix").asText("");
    return new Subnet(
        told.path("id").asText(),
        one.isEmpty() ? told.at("/properties/addressPrefixes/0").asText("") : one);
  }

  /** What keeps an address from being given here. */
  Optional<Fault> problem(Addressing addressing) {
    if (!(addressing instanceof Addressing.Static fixed) || !prefix.contains("/")) {
      return Optional.empty();
    }
    var first = number(prefix.substring(0, prefix.indexOf('/')));
    var length = Integer.parseInt(prefix.substring(prefix.indexOf('/') + 1));
    var address = literal(fixed.host());
    if (first.isEmpty() || address.isEmpty()) {
      return address.isEmpty()
          ? Optional.of(invalid("\"" + fixed.host() + "\" is no address"))
          : Optional.empty();
    }
    var bits = fixed.host().contains(":") ? 128 : 32;
    var shift = bits - length;
    if (!address.get().shiftRight(shift).equals(first.get().shiftRight(shift))) {
      return Optional.of(invalid(fixed.host() + " is not in the subnet's range " + prefix));
    }
    var gateway = literal(fixed.gateway());
    return gateway.isPresent() && !gateway.get().equals(first.get().add(BigInteger.ONE))
        ? Optional.of(
            invalid(
                "the gateway of a subnet of Azure is its first address, not " + fixed.gateway()))
        : Optional.empty();
  }

  private static Fault invalid(String detail) {
    return new Fault.Invalid("look at the address of the machine", "the static address", detail);
  }

  private static Optional<BigInteger> literal(String text) {
    return text.isEmpty() ? Optional.empty() : number(text);
  }

  private static Optional<BigInteger> number(String text) {
    try {
      return Optional.of(new BigInteger(1, InetAddress.ofLiteral(text).getAddress()));
    } catch (IllegalArgumentException _) {
      return Optional.empty();
    }
  }
}
