package dev.butlerlabs.butler.providers.local.plan;

import dev.butlerlabs.butler.api.local.Initialization;
import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.api.local.LocalMachineSpec;
import dev.butlerlabs.butler.api.local.LocalMachineStatus;
import dev.butlerlabs.butler.api.local.LocalMachineStatus.Address;
import dev.butlerlabs.butler.kernel.Verdict;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is told about a LocalMachine.
 *
 * @param status the fields besides the conditions
 */
public record MachineTelling(List<Verdict> verdicts, LocalMachineStatus status) {

  public MachineTelling {
    verdicts = List.copyOf(verdicts);
  }

  public static MachineTelling of(LocalMachine machine, Stage stage, String failureDomain) {
    var before = Optional.ofNullable(machine.getStatus());
    var runs = stage.runs() || provisioned(machine);
    return new MachineTelling(
        stage.verdicts(),
        new LocalMachineStatus(
            runs ? new Initialization(true) : null,
            runs ? addresses(machine) : List.of(),
            runs ? domain(machine, failureDomain) : null,
            switch (stage) {
              case Stage.Serving(var node) -> node;
              case Stage.Silent(var node, _) -> node;
              case Stage.Waiting _, Stage.Starting _, Stage.Outside _ ->
                  before.map(LocalMachineStatus::nodeName).orElse(null);
            },
            true,
            null,
            List.of()));
  }

  /** All fields stay as they were told. */
  public static MachineTelling paused(LocalMachine machine, String why) {
    var before = Optional.ofNullable(machine.getStatus());
    return new MachineTelling(
        Pause.yes(why, before.map(LocalMachineStatus::conditions).orElse(List.of())),
        new LocalMachineStatus(
            before.map(LocalMachineStatus::initialization).orElse(null),
            before.map(LocalMachineStatus::addresses).orElse(List.of()),
            before.map(LocalMachineStatus::failureDomain).orElse(null),
            before.map(LocalMachineStatus::nodeName).orElse(null),
            true,
            null,
            List.of()));
  }

  private static boolean provisioned(LocalMachine machine) {
    return Optional.ofNullable(machine.getStatus())
        .map(LocalMachineStatus::initialization)
        .map(Initialization::provisioned)
        .orElse(false);
  }

  private static List<Address> addresses(LocalMachine machine) {
    var metadata = machine.getMetadata();
    return List.of(
        new Address("Hostname", metadata.getName()),
        new Address("InternalIP", MadeUpAddress.of(metadata.getUid()).text()));
  }

  /** What the machine says itself comes before what Cluster API would like. */
  private static @Nullable String domain(LocalMachine machine, String wished) {
    var own = Optional.ofNullable(machine.getSpec()).map(LocalMachineSpec::failureDomain);
    return own.orElse(wished.isEmpty() ? null : wished);
  }
}
