package dev.butlerlabs.butler.providers.local;

import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.api.local.LocalMachineSpec;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.providers.local.join.BootstrapData;
import dev.butlerlabs.butler.providers.local.join.NodeIdentity;
import dev.butlerlabs.butler.providers.local.node.Tried;
import dev.butlerlabs.butler.providers.local.plan.MachinePlanner;
import dev.butlerlabs.butler.providers.local.plan.MachineTelling;
import dev.butlerlabs.butler.providers.local.plan.MachineView;
import dev.butlerlabs.butler.providers.local.plan.Milestone;
import dev.butlerlabs.butler.providers.local.plan.NodeBlueprint;
import dev.butlerlabs.butler.providers.local.plan.Observation;
import dev.butlerlabs.butler.providers.local.plan.ProviderId;
import dev.butlerlabs.butler.providers.local.plan.Stage;
import dev.butlerlabs.butler.providers.local.plan.Step;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One run for a machine that has its Machine and its Cluster. */
final class Working {

  /** The status that was just told is seen by then. */
  private static final Duration SOON = Duration.ofSeconds(1);

  private static final Duration LATER = Duration.ofSeconds(15);

  private final Workshop workshop;
  private final MachineView owner;
  private final Context context;
  private LocalMachine machine;

  Working(Workshop workshop, LocalMachine machine, MachineView owner, Context context) {
    this.workshop = workshop;
    this.machine = machine;
    this.owner = owner;
    this.context = context;
  }

  Outcome run() throws InterruptedException {
    return switch (workshop.identities().find(machine, context.cache())) {
      case Answer.Failed<Optional<NodeIdentity>>(var trouble) -> trouble.outcome();
      case Answer.Done<Optional<NodeIdentity>>(var identity) -> run(identity);
    };
  }

  /** A machine that has joined lives, whoever is asked to leave its objects alone. */
  void liveOn() {
    var found = workshop.identities().find(machine, context.cache());
    if (!(found instanceof Answer.Done<Optional<NodeIdentity>>(var identity))) {
      return;
    }
    var signed = identity.filter(NodeIdentity::isSigned);
    var seen = Observation.of(machine, owner, signed.isPresent(), context.now());
    if (signed.isPresent()
        && seen.nodeRecorded()
        && MachinePlanner.decide(seen) instanceof Step.Serve) {
      var _ = workshop.kubelets().serve(context.key(), signed.get(), blueprint(signed.get()), true);
    }
  }

  private Outcome run(Optional<NodeIdentity> identity) throws InterruptedException {
    var signed = identity.filter(NodeIdentity::isSigned);
    var seen = Observation.of(machine, owner, signed.isPresent(), context.now());
    return switch (MachinePlanner.decide(seen)) {
      case Step.AwaitData() -> tell(Stage.noData(owner), Outcome.settled());
      case Step.AwaitStart(var start) -> tell(Stage.startsAt(start), at(start));
      case Step.StayAway() -> {
        workshop.kubelets().stop(context.key());
        yield started().orElseGet(() -> tell(Stage.staysAway(), Outcome.settled()));
      }
      case Step.Join() -> {
        var trouble = started();
        yield trouble.isPresent() ? trouble.get() : join(identity, seen);
      }
      case Step.Serve(var until) -> serve(signed.orElseThrow(), seen.nodeRecorded(), until);
      case Step.FallSilent(var since) -> fallSilent(signed.orElseThrow().nodeName(), since);
    };
  }

  private Outcome fallSilent(String node, Instant since) {
    workshop.kubelets().stop(context.key());
    var stage = Stage.silent(node, since);
    tellOnce(LocalEvent.FELL_SILENT, stage.cause());
    return tell(stage, Outcome.settled());
  }

  /** Gives the machine its identity, which Cluster API wants before it hears that it runs. */
  private Optional<Outcome> started() {
    if (machine.getSpec() != null && machine.getSpec().providerID() != null) {
      return Optional.empty();
    }
    var id = ProviderId.of(machine);
    var wish = new LocalMachine();
    wish.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(machine.getMetadata().getNamespace())
            .withName(machine.getMetadata().getName())
            .withUid(machine.getMetadata().getUid())
            .build());
    wish.setSpec(new LocalMachineSpec(id.text(), null, null, null));
    return switch (workshop.applier().contribute(wish)) {
      case Answer.Failed<LocalMachine>(var trouble) -> Optional.of(trouble.outcome());
      case Answer.Done<LocalMachine>(var stored) -> {
        machine = stored;
        workshop
            .events()
            .tell(
                machine,
                LocalEvent.STARTED,
                "A simulated worker runs as %s; no container will run on it".formatted(id));
        yield Optional.empty();
      }
    };
  }

  private Outcome join(Optional<NodeIdentity> identity, Observation seen)
      throws InterruptedException {
    return switch (BootstrapSecret.read(workshop.client(), machine, owner.data())) {
      case Answer.Failed<BootstrapData>(var trouble) ->
          outside(new Tried.Open<>(cause(trouble.reason(), trouble.problem().sentence()), false));
      case Answer.Done<BootstrapData>(BootstrapData.Unusable(var why)) ->
          outside(
              Tried.refused(
                  "UnusableBootstrapData",
                  "the bootstrap data in Secret %s cannot be used: %s".formatted(owner.data(), why),
                  "Correct the template it is made from and replace the Machine"));
      case Answer.Done<BootstrapData>(BootstrapData.Usable(var order)) -> {
        var won =
            workshop
                .enlisting()
                .go(
                    order,
                    ProviderId.of(machine),
                    identity,
                    one -> workshop.identities().keep(machine, one));
        yield won instanceof Tried.Done<NodeIdentity>(var signed)
            ? serve(signed, seen.nodeRecorded(), Optional.empty())
            : outside(won);
      }
    };
  }

  private static Cause cause(String reason, String what) {
    return new Cause(reason, what, "it is tried again", "");
  }

  private Outcome serve(NodeIdentity identity, boolean before, Optional<Instant> until) {
    var served = workshop.kubelets().serve(context.key(), identity, blueprint(identity), before);
    if (!(served instanceof Tried.Done<Node>)) {
      return outside(served);
    }
    if (!before) {
      workshop
          .events()
          .tell(
              machine,
              LocalEvent.JOINED,
              "It joined as Node %s; its kubelet is simulated".formatted(identity.nodeName()));
    }
    var faults = machine.getSpec() == null ? null : machine.getSpec().faults();
    var mortal = faults != null && faults.diesAfterSeconds() != null;
    return tell(
        new Stage.Serving(identity.nodeName()),
        until.map(this::at).orElse(mortal ? Outcome.lookAgain(SOON) : Outcome.settled()));
  }

  private NodeBlueprint blueprint(NodeIdentity identity) {
    return NodeBlueprint.of(
        machine, owner, identity.nodeName(), identity.labels(), identity.taints());
  }

  private <T> Outcome outside(Tried<T> tried) {
    if (!(tried instanceof Tried.Open<T>(var cause, var refused))) {
      throw new IllegalStateException("what is done is told elsewhere");
    }
    if (refused) {
      var lost = cause.reason().equals("NodeLost");
      tellOnce(lost ? LocalEvent.NODE_LOST : LocalEvent.JOIN_REFUSED, cause);
    }
    var pause = MachinePlanner.pause(Observation.of(machine, owner, false, context.now()));
    return tell(new Stage.Outside(cause), Outcome.lookAgain(refused ? LATER : pause));
  }

  /** As an event too, unless it has been the cause already. */
  private void tellOnce(LocalEvent event, Cause cause) {
    var told =
        Optional.ofNullable(machine.getStatus())
            .flatMap(status -> new Conditions(status.conditions()).find(Milestone.READY.wire()))
            .filter(condition -> condition.reason().equals(cause.reason()));
    if (told.isEmpty()) {
      workshop.events().tell(machine, event, cause.sentence());
    }
  }

  private Outcome at(Instant when) {
    var wait = Duration.between(context.now(), when);
    return Outcome.lookAgain(wait.isNegative() ? Duration.ZERO : wait);
  }

  private Outcome tell(Stage stage, Outcome then) {
    return workshop.tell(machine, MachineTelling.of(machine, stage, owner.failureDomain()), then);
  }
}
