package dev.butlerlabs.butler.providers.local.plan;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Instant;
import java.util.List;

/** How far a machine has come. */
public sealed interface Stage {

  /** Cluster API's objects for it are not there, or name no data yet. */
  record Waiting(Cause cause) implements Stage {}

  /** It has its data and has not started. */
  record Starting(Cause cause) implements Stage {}

  /** It runs, and its Node is not in the tenant. */
  record Outside(Cause cause) implements Stage {}

  /** Its Node is in the tenant and kept alive. */
  record Serving(String node) implements Stage {}

  /** Its Node is in the tenant, and nobody speaks for it. */
  record Silent(String node, Cause cause) implements Stage {}

  static Stage noMachine() {
    return new Waiting(
        new Cause(
            "MachineMissing",
            "no Machine has this as its infrastructure yet",
            "",
            "Let Cluster API make LocalMachines from a LocalMachineTemplate"));
  }

  static Stage noCluster(String name) {
    return new Waiting(
        new Cause("ClusterMissing", "Cluster %s is not there".formatted(name), "", "Create it"));
  }

  static Stage noData(MachineView owner) {
    return new Waiting(
        new Cause(
            "WaitingForBootstrapData",
            "Machine %s has no bootstrap data yet".formatted(owner.name()),
            "its bootstrap provider makes it when the control plane is up",
            ""));
  }

  static Stage startsAt(Instant start) {
    return new Starting(
        new Cause(
            "Starting",
            "it starts at %s, because faults.startDelaySeconds asks for that".formatted(start),
            "",
            ""));
  }

  static Stage staysAway() {
    return new Outside(
        new Cause(
            "NeverJoins",
            "it runs and does not join, because faults.neverJoins asks for that",
            "",
            ""));
  }

  static Silent silent(String node, Instant since) {
    return new Silent(
        node,
        new Cause(
            "FellSilent",
            "Node %s has had no sign of life since %s, because faults.diesAfterSeconds asks for that"
                .formatted(node, since),
            "",
            ""));
  }

  default boolean hasData() {
    return !(this instanceof Waiting);
  }

  default boolean runs() {
    return switch (this) {
      case Waiting _, Starting _ -> false;
      case Outside _, Serving _, Silent _ -> true;
    };
  }

  /** As conditions. */
  default List<Verdict> verdicts() {
    return List.of(data(), joined(), Pause.no(), ready());
  }

  private Verdict data() {
    var type = Milestone.BOOTSTRAP_DATA.wire();
    return this instanceof Waiting(var cause)
        ? Verdict.no(type, cause.reason(), cause.sentence())
        : Verdict.yes(type, "Available", "Cluster API has said with what data it joins");
  }

  private Verdict joined() {
    var type = Milestone.JOINED.wire();
    return switch (this) {
      case Waiting(var cause) -> Verdict.no(type, cause.reason(), cause.sentence());
      case Starting(var cause) -> Verdict.no(type, cause.reason(), cause.sentence());
      case Outside(var cause) -> Verdict.no(type, cause.reason(), cause.sentence());
      case Serving(var node) -> Verdict.yes(type, "Joined", "it is Node " + node);
      case Silent(var node, _) -> Verdict.yes(type, "Joined", "it is Node " + node);
    };
  }

  private Verdict ready() {
    var type = Milestone.READY.wire();
    return switch (this) {
      case Waiting(var cause) -> Verdict.no(type, cause.reason(), cause.sentence());
      case Starting(var cause) -> Verdict.no(type, cause.reason(), cause.sentence());
      case Outside(var cause) -> Verdict.no(type, cause.reason(), cause.sentence());
      case Silent(_, var cause) -> Verdict.no(type, cause.reason(), cause.sentence());
      case Serving(var node) ->
          Verdict.yes(
              type,
              "Simulated",
              "Node %s is kept alive by a simulation; no container runs on it".formatted(node));
    };
  }
}
