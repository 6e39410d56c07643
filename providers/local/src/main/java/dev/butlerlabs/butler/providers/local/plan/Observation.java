package dev.butlerlabs.butler.providers.local.plan;

import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.api.local.LocalMachineSpec;
import dev.butlerlabs.butler.api.local.LocalMachineSpec.Faults;
import dev.butlerlabs.butler.api.local.LocalMachineStatus;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * All that the next step of a machine depends on.
 *
 * @param dataThere Cluster API has said which data to join with
 * @param dataSince since when that is told
 * @param certified the tenant has signed the machine's certificate
 * @param nodeRecorded its Node was there before
 * @param joinedSince since when it is
 */
public record Observation(
    boolean dataThere,
    Optional<Instant> dataSince,
    boolean certified,
    boolean nodeRecorded,
    Optional<Instant> joinedSince,
    Faults faults,
    Instant now) {

  private static final Faults NONE = new Faults(null, null, null);

  public static Observation of(
      LocalMachine machine, MachineView owner, boolean certified, Instant now) {
    var status = Optional.ofNullable(machine.getStatus());
    var conditions = new Conditions(status.map(LocalMachineStatus::conditions).orElse(List.of()));
    return new Observation(
        !owner.data().isEmpty(),
        since(conditions, Milestone.BOOTSTRAP_DATA),
        certified,
        status.map(LocalMachineStatus::nodeName).isPresent(),
        since(conditions, Milestone.JOINED),
        Optional.ofNullable(machine.getSpec()).map(LocalMachineSpec::faults).orElse(NONE),
        now);
  }

  private static Optional<Instant> since(Conditions conditions, Milestone milestone) {
    return conditions
        .find(milestone.wire())
        .filter(condition -> condition.status() == Truth.TRUE)
        .map(Condition::lastTransitionTime);
  }
}
