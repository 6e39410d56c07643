package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Finalizers;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.providers.machines.account.Accounts;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.machines.account.Desk;
import dev.butlerlabs.butler.providers.machines.account.Desk.Purpose;
import dev.butlerlabs.butler.providers.machines.account.Kinds;
import dev.butlerlabs.butler.providers.machines.account.Orders;
import dev.butlerlabs.butler.providers.machines.account.Visits;
import dev.butlerlabs.butler.providers.machines.order.Whose.Claim;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.machines.order.plan.Wish;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;

/**
 * Brings what a platform has to what one order asks for: look, plan, tell.
 *
 * <p>It is no {@link dev.butlerlabs.butler.kube.Cleaner}: the engine would put the finalizer on
 * orders of other platforms too.
 */
public final class OrderReconciler<T extends HasMetadata, L> implements Reconciler<T> {

  private final Orders<T> orders;
  private final Kind<ProviderConfig> configs;
  private final Accounts accounts;
  private final Desk<Result<T, L>> desk;
  private final Visits visits;
  private final Finalizers finalizers;
  private final Craft<T, L> craft;
  private final Whose<T> whose;

  /**
   * What came of a step.
   *
   * @param uid of the order it was taken for
   * @param deleting whether it was a step out
   */
  private record Result<T, L>(String uid, boolean deleting, Finding<T, L> finding) {}

  /** What every kind of order works with. */
  public record Parts(
      Kind<ProviderConfig> configs,
      Accounts accounts,
      Desk.Room room,
      Visits visits,
      Finalizers finalizers) {}

  public OrderReconciler(Orders<T> orders, Craft<T, L> craft, Parts parts) {
    this.orders = orders;
    this.configs = parts.configs();
    this.accounts = parts.accounts();
    this.desk = new Desk<>(parts.room());
    this.visits = parts.visits();
    this.finalizers = parts.finalizers();
    this.craft = craft;
    this.whose = new Whose<>(orders, configs, accounts, craft::finalizers);
  }

  /** Orders, their ProviderConfigs, and what is heard of accounts. */
  public Watches<T> watches() {
    return Watches.on(orders.kind())
        .mapped(
            configs,
            (config, cache) ->
                orders.naming(Kinds.keyOf(config), cache).stream().map(Kinds::keyOf).toList())
        .indexed(orders.byConfig())
        .triggeredBy(orders.news());
  }

  @Override
  public Outcome reconcile(T order, Context context) {
    return switch (whose.of(order, context.cache())) {
      case Claim.Foreign() -> Outcome.settled();
      case Claim.Nobodys(var why) -> {
        craft.note(order, why);
        yield Outcome.settled();
      }
      case Claim.Ours ours ->
          guarded(
              new Turn<>(
                  order, ours, Marks.wish(order), craft.surroundings(context.cache()), context));
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

  /** One look at one order of ours. */
  private record Turn<T extends HasMetadata>(
      T order, Claim.Ours ours, Wish wish, String surroundings, Context context) {

    ObjectKey key() {
      return context.key();
    }

    /** The same, from what was just read or written: what a cache has may be older. */
    Turn<T> on(T stored) {
      return new Turn<>(stored, ours, wish, surroundings, context);
    }

    /** What a look depends on besides time. */
    String circumstances(String account) {
      var generation = order.getMetadata().getGeneration();
      return "%s %s %s %s %s".formatted(Marks.uid(order), generation, wish, account, surroundings);
    }
  }

  private Outcome guarded(Turn<T> turn) {
    var all = turn.ours().finalizers();
    if (turn.wish() == Wish.EXIST && !turn.order().hasFinalizer(all.getFirst())) {
      var held = finalizers.add(turn.order(), all.getFirst());
      // Whoever wants it gone meanwhile is heard with the next change.
      return held.isMarkedForDeletion() ? Outcome.settled() : look(turn.on(held));
    }
    return all.stream().anyMatch(turn.order()::hasFinalizer) ? look(turn) : Outcome.settled();
  }

  private Outcome look(Turn<T> turn) {
    var config = turn.ours().config();
    if (!turn.ours().configExists()) {
      return blocked(turn, "no config", missing(config));
    }
    var standing = accounts.find(config);
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

  private Outcome blocked(Turn<T> turn, String account, Obstacle obstacle) {
    var circumstances = turn.circumstances(account);
    var left = visits.left(turn.key(), circumstances, turn.context().now());
    return left.isPresent()
        ? Outcome.lookAgain(left.get())
        : tell(turn, circumstances, craft.unclear(obstacle), true);
  }

  private Outcome ask(Turn<T> turn, Standing.Open open) {
    var circumstances = turn.circumstances("account " + open.number());
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
      if (first instanceof Answer.Failed<T>(var trouble)) {
        return hindered(trouble);
      }
      var seen = first.orElseThrow();
      desk.send(
          key,
          turn.ours().config(),
          craft.settled(seen, turn.wish()) ? Purpose.ROUTINE : Purpose.AWAITED,
          () -> step(seen, open, turn.surroundings()),
          () -> orders.news().fire(key));
      answer = answer(turn);
    }
    return answer.map(given -> heard(turn, circumstances, given)).orElse(Outcome.settled());
  }

  private Result<T, L> step(T seen, Standing.Open open, String surroundings) {
    return new Result<>(
        Marks.uid(seen), seen.isMarkedForDeletion(), craft.step(seen, open, surroundings));
  }

  /** An answer about an earlier order of that name, or from before its deletion, is no answer. */
  private Optional<Desk.Answer<Result<T, L>>> answer(Turn<T> turn) {
    return desk.collect(turn.key())
        .filter(
            answer ->
                !(answer instanceof Desk.Answer.Given<Result<T, L>>(var result))
                    || (result.uid().equals(Marks.uid(turn.order()))
                        && result.deleting() == turn.order().isMarkedForDeletion()));
  }

  /** An order, and a deletion, is answered at once, however long the line at the desk is. */
  private Answer<T> sayThatItWaits(Turn<T> turn) {
    return craft.acknowledged(turn.order(), turn.wish())
        ? Answer.done(turn.order())
        : craft.tell(turn.order(), view(turn, craft.waiting(), false, 0)).stored();
  }

  private Outcome heard(Turn<T> turn, String circumstances, Desk.Answer<Result<T, L>> answer) {
    return switch (answer) {
      case Desk.Answer.Given<Result<T, L>>(var result) ->
          switch (result.finding()) {
            case Finding.Gone<T, L>() -> Outcome.settled();
            case Finding.Hindered<T, L>(var trouble) -> hindered(trouble);
            case Finding.Looked<T, L>(var order, var look, var begun) ->
                tell(turn.on(order), circumstances, look, begun);
          };
      case Desk.Answer.Late<Result<T, L>>(var after) ->
          tell(turn, circumstances, silence("no answer within " + after.toSeconds() + " s"), true);
      case Desk.Answer.Broken<Result<T, L>>(var kind) ->
          tell(turn, circumstances, silence("the driver failed with " + kind), true);
    };
  }

  private L silence(String detail) {
    return craft.unclear(
        Obstacle.of(new Fault.Unavailable("ask the platform", detail), text -> text));
  }

  private Outcome tell(Turn<T> turn, String circumstances, L look, boolean begun) {
    var strikes = visits.strikes(turn.key(), circumstances);
    var told = craft.tell(turn.order(), view(turn, look, begun, strikes));
    if (told.stored() instanceof Answer.Failed<T>(var trouble)) {
      return hindered(trouble);
    }
    if (told.finished()) {
      var last = told.stored().orElseThrow();
      turn.ours().finalizers().forEach(one -> finalizers.remove(last, one));
      visits.forget(turn.key());
      return Outcome.settled();
    }
    var misses = craft.isUnclear(look) ? strikes + 1 : 0;
    return Outcome.lookAgain(
        visits.plan(turn.key(), circumstances, turn.context().now(), told.next(), misses));
  }

  private static <T extends HasMetadata, L> Craft.View<L> view(
      Turn<T> turn, L look, boolean begun, int strikes) {
    return new Craft.View<>(look, begun, turn.wish(), strikes, turn.context().now());
  }

  private static Outcome hindered(Trouble trouble) {
    return trouble instanceof Trouble.NotFound ? Outcome.settled() : trouble.outcome();
  }
}
