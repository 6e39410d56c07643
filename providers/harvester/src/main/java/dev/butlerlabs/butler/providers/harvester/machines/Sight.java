package dev.butlerlabs.butler.providers.harvester.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.machine.MacAddress;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Running;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Stopped;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Unclear;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import dev.butlerlabs.butler.providers.spi.machine.UsableAddresses;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A virtual machine of ours and, when it has one, its instance: what both say together. */
record Sight(JsonNode machine, Optional<JsonNode> instance) {

  /** It is to be off. */
  boolean halted() {
    var spec = machine.path("spec");
    return spec.path("runStrategy").asText().equals("Halted")
        || (spec.has("running") && !spec.path("running").asBoolean());
  }

  MachineState state() {
    if (Seen.leaving(machine)) {
      return underway("being removed");
    }
    if (halted()) {
      return instance.isPresent() ? underway("stopping") : new Stopped(told(), whyHalted());
    }
    if (instance.isEmpty() || Seen.leaving(instance.get())) {
      return waiting();
    }
    return switch (phase()) {
      case "Running" -> new Running(told());
      case "Failed", "Succeeded" -> underway("its guest ended and is being started again");
      default -> starting();
    };
  }

  private String phase() {
    return instance.map(guest -> guest.at("/status/phase").asText()).orElse("");
  }

  /** Harvester switches machines off that a quota has no room for, and notes why. */
  private String whyHalted() {
    return Seen.annotation(machine, "harvesterhci.io/insufficient-resource-quota")
        .orElse("switched off");
  }

  private MachineState waiting() {
    var printable = machine.at("/status/printableStatus").asText();
    var why =
        Seen.condition(machine, "Failure").map(c -> c.path("message").asText()).orElse(printable);
    return switch (printable) {
      case "ErrorUnschedulable" -> new Unclear(new Fault.Quota(what(), why));
      case "ErrImagePull",
          "ImagePullBackOff",
          "ErrorPvcNotFound",
          "DataVolumeError",
          "CrashLoopBackOff" ->
          new Unclear(new Fault.Failed(what(), printable + ": " + why));
      case "WaitingForVolumeBinding" -> underway("waiting for its disks");
      default -> underway("starting");
    };
  }

  private MachineState starting() {
    var unscheduled =
        instance
            .flatMap(guest -> Seen.condition(guest, "PodScheduled"))
            .filter(condition -> condition.path("reason").asText().equals("Unschedulable"));
    return unscheduled
        .<MachineState>map(
            condition -> new Unclear(new Fault.Quota(what(), condition.path("message").asText())))
        .orElseGet(() -> underway("starting: " + (phase().isEmpty() ? "Pending" : phase())));
  }

  private String what() {
    return "start machine " + Seen.name(machine);
  }

  private static MachineState underway(String doing) {
    return new Underway(doing, Memo.NONE);
  }

  private Machine told() {
    var card = card();
    var reported = new ArrayList<String>();
    card.ifPresent(
        seen -> {
          reported.add(seen.path("ipAddress").asText());
          seen.path("ipAddresses").forEach(address -> reported.add(address.asText()));
        });
    var addresses = UsableAddresses.of(reported);
    return new Machine(
        new ProviderId.Harvester(Seen.uid(machine)),
        addresses.isEmpty() ? fixed() : addresses,
        null,
        card.flatMap(seen -> MacAddress.parse(seen.path("mac").asText()))
            .or(this::orderedMac)
            .orElse(null),
        instance.map(guest -> guest.at("/status/nodeName").asText()).orElse(""));
  }

  /** Our own card; an agent reports those that the guest made for itself, too. */
  private Optional<JsonNode> card() {
    if (instance.isPresent()) {
      for (var card : instance.get().at("/status/interfaces")) {
        if (card.path("name").asText().equals(Blueprint.NETWORK)) {
          return Optional.of(card);
        }
      }
    }
    return Optional.empty();
  }

  private Optional<MacAddress> orderedMac() {
    return MacAddress.parse(
        machine.at("/spec/template/spec/domain/devices/interfaces/0/macAddress").asText());
  }

  /** Where no agent tells an address, the one we gave counts, once the guest runs. */
  private List<String> fixed() {
    return phase().equals("Running")
        ? Seen.annotation(machine, Blueprint.FIXED_ADDRESS).stream().toList()
        : List.of();
  }
}
