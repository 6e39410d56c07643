package dev.butlerlabs.butler.providers.machines.machine;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Finalizers;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.providers.machines.account.Accounts;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.machines.account.Desk;
import dev.butlerlabs.butler.providers.machines.account.Kinds;
import dev.butlerlabs.butler.providers.machines.account.Visits;
import dev.butlerlabs.butler.providers.machines.machine.Step.Finding;
import dev.butlerlabs.butler.providers.machines.machine.Whose.Claim;
import dev.butlerlabs.butler.providers.machines.machine.plan.Look;
import dev.butlerlabs.butler.providers.machines.machine.plan.MachinePlanner;
import dev.butlerlabs.butler.providers.machines.machine.plan.Observation;
import dev.butlerlabs.butler.providers.machines.machine.plan.Observation.Wish;
import dev.butlerlabs.butler.providers.machines.machine.plan.Obstacle;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Optional;

/**
 * Brings one machine to what its MachineRequest asks for: look, plan, tell.
 *
 * <p>It is no {@link dev.butlerlabs.butler.kube.Cleaner}: the engine would put the finalizer on
 * requests of other platforms too.
 */
public final class MachineRequestReconciler implements Reconciler<MachineRequest> {

  private final Kinds kinds;
  private final Accounts accounts;
  private final Desk<Step.Result> desk;
  private final Visits visits;
  private final Trigger news;
  private final Finalizers finalizers;
  private final Whose whose;
  private final Step step;
  private final MachineTeller teller;

  /**
   * What it works with.
   *
   * @param news fired when an answer waits, or an account has changed
   */
  public record Parts(
      KubernetesClient client,
      Kinds kinds,
      Accounts accounts,
      Desk.Room room,
      Visits visits,
      Trigger news,
      Finalizers finalizers,
      String instance) {}

  public MachineRequestReconciler(Parts parts) {
    this.kinds = parts.kinds();
    this.accounts = parts.accounts();
    this.desk = new Desk<>(parts.room());
    this.visits = parts.visits();
    this.news = parts.news();
    this.finalizers = parts.finalizers();
    this.whose = new Whose(parts.kinds(), parts.accounts());
    this.step = new Step(parts.client());
    this.teller = new MachineTeller(parts.client(), parts.instance(), parts.room().timeline());
  }

  /** Requests, their ProviderConfigs, and what is heard of accounts. */
  public Watches<MachineRequest> watches() {
    return Watches.on(kinds.requests())
        .mapped(
            kinds.configs(),
            (config, cache) ->
                cache.list(kinds.byConfig(), Kinds.keyOf(config).toString()).stream()
                    .map(Kinds::keyOf)
                    .toList())
        .indexed(kinds.byConfig())
        .triggeredBy(news);
  }

  @Override
  public Outcome reconcile(MachineRequest request, Context context) {
    return switch (whose.of(request, context.cache())) {
      case Claim.Foreign() -> Outcome.settled();
      case Claim.Nobodys(var config) -> {
        teller.missingConfig(
            request,
            "ProviderConfig %s does not exist; create it, or delete this MachineRequest"
                .formatted(config));
        yield Outcome.settled();
      }
      case Claim.Ours(var config, var finalizer, var there) ->
          guarded(new Turn(request, config, finalizer, there, context));
    };
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    visits.forget(key);
    var _ = desk.collect(key);
  }

  /** This process may not act any more. */
  public void stopActing() {
    desk.drop();
  }

  /** One look at one request of ours. */
  private record Turn(
      MachineRequest request,
      ObjectKey config,
      String finalizer,
      boolean configExists,
      Context context) {

    Wish wish() {
      if (!request.isMarkedForDeletion()) {
        return Wish.EXIST;
      }
      return "true".equals(Step.annotation(request, Annotations.ABANDON_MACHINE))
          ? Wish.GO_OR_BE_ABANDONED
          : Wish.GO;
    }

    ObjectKey key() {
      return context.key();
    }
  }

  private Outcome guarded(Turn turn) {
    var request = turn.request();
    if (request.hasFinalizer(turn.finalizer())) {
      return look(turn);
    }
    if (!request.isMarkedForDeletion()) {
      finalizers.add(request, turn.finalizer());
    }
    return Outcome.settled();
  }

  private Outcome look(Turn turn) {
    if (!turn.configExists()) {
      return blocked(turn, "no config", missing(turn.config()));
    }
    var standing = accounts.find(turn.config());
    if (standing.isEmpty()) {
      // Whoever looks after ProviderConfigs will tell.
      return Outcome.settled();
    }
    return switch (standing.get()) {
      case Standing.Closed(var number, var fault, var redaction) ->
          blocked(turn, "account " + number, Obstacle.of(fault, redaction::apply));
      case Standing.Open open -> ask(turn, open);
    };
  }

  private static Obstacle missing(ObjectKey config) {
    return Obstacle.untilChanged(
        Reason.INVALID_CONFIGURATION,
        "ProviderConfig %s does not exist (create it again)".formatted(config));
  }

  private Outcome blocked(Turn turn, String account, Obstacle obstacle) {
    var circumstances = circumstances(turn, account);
    var left = visits.left(turn.key(), circumstances, turn.context().now());
    return left.isPresent()
        ? Outcome.lookAgain(left.get())
        : tell(turn, circumstances, new Look.Unclear(obstacle), true);
  }

  private Outcome ask(Turn turn, Standing.Open open) {
    var circumstances = circumstances(turn, "account " + open.number());
    var key = turn.key();
    if (desk.busy(key)) {
      return Outcome.settled();
    }
    var answer = answer(turn);
    if (answer.isEmpty()) {
      var left = visits.left(key, circumstances, turn.context().now());
      if (left.isPresent()) {
        return Outcome.lookAgain(left.get());
      }
      var first = sayThatItWaits(turn);
      if (first instanceof Answer.Failed<MachineRequest>(var trouble)) {
        return hindered(trouble);
      }
      var seen = first.orElseThrow();
      desk.send(key, turn.config(), () -> step.take(seen, open), () -> news.fire(key));
      answer = answer(turn);
    }
    return answer.map(given -> heard(turn, circumstances, given)).orElse(Outcome.settled());
  }

  /** An answer about an earlier request of that name, or from before its deletion, is no answer. */
  private Optional<Desk.Answer<Step.Result>> answer(Turn turn) {
    return desk.collect(turn.key())
        .filter(
            answer ->
                !(answer instanceof Desk.Answer.Given<Step.Result>(var result))
                    || (result.uid().equals(Step.uid(turn.request()))
                        && result.deleting() == turn.request().isMarkedForDeletion()));
  }

  /** An order, and a deletion, is answered at once, however long the line at the desk is. */
  private Answer<MachineRequest> sayThatItWaits(Turn turn) {
    var phase = Optional.ofNullable(turn.request().getStatus()).map(MachineRequestStatus::phase);
    var leaving = turn.wish() != Wish.EXIST;
    var told = phase.filter(one -> !leaving || one == Phase.DELETING || one == Phase.DELETED);
    if (told.isPresent()) {
      return Answer.done(turn.request());
    }
    var plan = MachinePlanner.plan(observation(turn, new Look.Waiting(), false, 0));
    return teller.tell(turn.request(), plan, turn.context().now());
  }

  private Outcome heard(Turn turn, String circumstances, Desk.Answer<Step.Result> answer) {
    return switch (answer) {
      case Desk.Answer.Given<Step.Result>(var result) ->
          switch (result.finding()) {
            case Finding.Gone() -> Outcome.settled();
            case Finding.Hindered(var trouble) -> hindered(trouble);
            case Finding.Looked(var look, var begun) -> tell(turn, circumstances, look, begun);
          };
      case Desk.Answer.Late<Step.Result>(var after) ->
          tell(turn, circumstances, silence("no answer within " + after.toSeconds() + " s"), true);
      case Desk.Answer.Broken<Step.Result>(var kind) ->
          tell(turn, circumstances, silence("the driver failed with " + kind), true);
    };
  }

  private static Look silence(String detail) {
    var fault = new Fault.Unavailable("ask the platform", detail);
    return new Look.Unclear(Obstacle.of(fault, text -> text));
  }

  private Outcome tell(Turn turn, String circumstances, Look look, boolean begun) {
    var unclear = look instanceof Look.Unclear;
    var strikes = visits.strikes(turn.key(), circumstances);
    var now = turn.context().now();
    var plan = MachinePlanner.plan(observation(turn, look, begun, strikes));
    if (teller.tell(turn.request(), plan, now)
        instanceof Answer.Failed<MachineRequest>(var trouble)) {
      return hindered(trouble);
    }
    if (plan.finished()) {
      finalizers.remove(turn.request(), turn.finalizer());
      visits.forget(turn.key());
      return Outcome.settled();
    }
    var next = visits.plan(turn.key(), circumstances, now, plan.next(), unclear ? strikes + 1 : 0);
    return Outcome.lookAgain(next);
  }

  private static Outcome hindered(Trouble trouble) {
    return trouble instanceof Trouble.NotFound ? Outcome.settled() : trouble.outcome();
  }

  private static Observation observation(Turn turn, Look look, boolean begun, int strikes) {
    return new Observation(
        Step.specOf(turn.request()).machineName(),
        turn.request().getStatus(),
        begun,
        turn.wish(),
        look,
        strikes,
        turn.context().now());
  }

  /** What a look depends on besides time. */
  private static String circumstances(Turn turn, String account) {
    return "%s %s %s %s"
        .formatted(
            Step.uid(turn.request()),
            turn.request().getMetadata().getGeneration(),
            turn.wish(),
            account);
  }
}
