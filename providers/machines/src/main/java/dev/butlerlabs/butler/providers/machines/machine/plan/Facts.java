package dev.butlerlabs.butler.providers.machines.machine.plan;

import dev.butlerlabs.butler.api.infra.MachineRequestStatus;
import dev.butlerlabs.butler.providers.spi.machine.MacAddress;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is known of the machine itself: its id and how it is reached. */
public record Facts(
    @Nullable String providerId,
    @Nullable String address,
    List<String> addresses,
    @Nullable String mac) {

  private static final Facts NONE = new Facts(null, null, List.of(), null);

  public Facts {
    addresses = List.copyOf(addresses);
  }

  static Facts of(@Nullable MachineRequestStatus told) {
    return told == null
        ? NONE
        : new Facts(told.providerID(), told.ipAddress(), told.ipAddresses(), told.macAddress());
  }

  /** These facts with what was seen now. What a guest falls silent about stays known. */
  Facts with(Machine seen) {
    var reached = seen.address();
    return new Facts(
        seen.providerId().text(),
        reached.orElse(address),
        reached.isEmpty() ? addresses : all(seen),
        Optional.ofNullable(seen.mac()).map(MacAddress::text).orElse(mac));
  }

  /** The private ones first: nodes are matched by the first. */
  private static List<String> all(Machine seen) {
    var all = new ArrayList<>(seen.addresses());
    if (seen.reachableAt() != null && !all.contains(seen.reachableAt())) {
      all.add(seen.reachableAt());
    }
    return all;
  }
}
