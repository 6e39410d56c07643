package dev.butlerlabs.butler.providers.machines;

import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Load balancers or images of a platform in memory: numbered things with a name, an owner and what
 * is behind them. As with its machines, a number must be chosen and noted first, and a new thing
 * bears no owner until its second step.
 */
final class InMemoryThings {

  private final TreeMap<Integer, Thing> things = new TreeMap<>();

  /** One thing, whoever made it. */
  record Thing(int number, String name, String owner, List<String> behind) {}

  /** How a session calls its platform. */
  interface Calls {
    <T> T call(String what, Supplier<T> effect);

    void change(String what, Runnable effect);

    @Nullable Fault trouble();

    @Nullable Fault unwell();
  }

  /** What one look told. */
  private sealed interface State {
    record Absent() implements State {}

    record Underway(String doing, Memo memo) implements State {}

    record There(Thing thing) implements State {}

    record Unclear(Fault fault) implements State {}
  }

  synchronized List<Thing> all() {
    return List.copyOf(things.values());
  }

  /** Somebody else's doing. */
  synchronized void put(Thing thing) {
    things.put(thing.number(), thing);
  }

  synchronized void drop(int number) {
    things.remove(number);
  }

  private State observe(Calls calls, String name, String uid, Memo memo) {
    var ill = calls.unwell();
    return calls.call(
        "list",
        () ->
            orTrouble(
                calls,
                () ->
                    ill == null ? seen(mine(name, uid, memo), uid, memo) : new State.Unclear(ill)));
  }

  private State ensure(Calls calls, String name, String uid, List<String> behind, Memo memo) {
    return calls.call("list", () -> orTrouble(calls, () -> next(calls, name, uid, behind, memo)));
  }

  private State next(Calls calls, String name, String uid, List<String> behind, Memo memo) {
    var mine = mine(name, uid, memo);
    var namesake = all().stream().filter(one -> one.name().equals(name)).findFirst();
    if (mine == null && namesake.isPresent()) {
      return new State.Unclear(
          new Fault.Conflict("make " + name, "number " + namesake.get().number()));
    }
    if (mine == null && (memo.isEmpty() || things.containsKey(number(memo)))) {
      var free = things.isEmpty() ? 500 : things.lastKey() + 1;
      return new State.Underway("chose a number", new Memo(String.valueOf(free)));
    }
    if (mine == null) {
      calls.change("make", () -> put(new Thing(number(memo), name, "", List.of())));
      return new State.Underway("being made", memo);
    }
    if (!mine.owner().equals(uid)) {
      calls.change("mark", () -> put(new Thing(mine.number(), name, uid, List.of())));
      return new State.Underway("being marked", memo);
    }
    if (!mine.behind().equals(behind)) {
      calls.change("register", () -> put(new Thing(mine.number(), name, uid, behind)));
    }
    return seen(mine(name, uid, memo), uid, memo);
  }

  private State remove(Calls calls, String name, String uid, Memo memo) {
    return calls.call(
        "list",
        () ->
            orTrouble(
                calls,
                () -> {
                  var mine = mine(name, uid, memo);
                  if (mine == null) {
                    return new State.Absent();
                  }
                  calls.change("unmake", () -> drop(mine.number()));
                  return new State.Underway("being removed", memo);
                }));
  }

  private static State seen(@Nullable Thing mine, String uid, Memo memo) {
    if (mine == null) {
      return new State.Absent();
    }
    return mine.owner().equals(uid)
        ? new State.There(mine)
        : new State.Underway("being marked", memo);
  }

  private static State orTrouble(Calls calls, Supplier<State> next) {
    var fault = calls.trouble();
    return fault == null ? next.get() : new State.Unclear(fault);
  }

  private @Nullable Thing mine(String name, String uid, Memo memo) {
    return all().stream()
        .filter(
            one ->
                one.owner().equals(uid)
                    || (!memo.isEmpty()
                        && one.number() == number(memo)
                        && one.owner().isEmpty()
                        && one.name().equals(name)))
        .findFirst()
        .orElse(null);
  }

  private static int number(Memo memo) {
    return Integer.parseInt(memo.text());
  }

  BalancerDriver balancers(Calls calls) {
    return new BalancerDriver() {
      @Override
      public List<Fault> validate(BalancerOrder order) {
        return List.of();
      }

      @Override
      public BalancerState observe(BalancerId id, Memo memo) {
        return state(InMemoryThings.this.observe(calls, id.cluster(), id.uid(), memo));
      }

      @Override
      public BalancerState ensure(BalancerId id, BalancerOrder order, Memo memo) {
        var behind =
            order.targets().stream().map(one -> Objects.requireNonNullElse(one.ip(), "?")).toList();
        return state(InMemoryThings.this.ensure(calls, id.cluster(), id.uid(), behind, memo));
      }

      @Override
      public BalancerState remove(BalancerId id, Memo memo) {
        return state(InMemoryThings.this.remove(calls, id.cluster(), id.uid(), memo));
      }

      private static BalancerState state(State state) {
        return switch (state) {
          case State.Absent() -> new BalancerState.Absent();
          case State.Underway(var doing, var memo) -> new BalancerState.Underway(doing, memo);
          case State.There(var thing) ->
              new BalancerState.Ready(
                  "lb-%d.example.com".formatted(thing.number()),
                  "lb/" + thing.number(),
                  thing.behind().size());
          case State.Unclear(var fault) -> new BalancerState.Unclear(fault);
        };
      }
    };
  }

  ImageDriver images(Calls calls) {
    return new ImageDriver() {
      @Override
      public List<Fault> validate(ImageOrder order) {
        return List.of();
      }

      @Override
      public ImageState observe(ImageId id, Memo memo) {
        return state(InMemoryThings.this.observe(calls, id.name(), id.uid(), memo));
      }

      @Override
      public ImageState ensure(ImageId id, ImageOrder order, Memo memo) {
        var source = order.source().toString();
        var from = order.sha256() == null ? List.of(source) : List.of(source, order.sha256());
        return state(InMemoryThings.this.ensure(calls, id.name(), id.uid(), from, memo));
      }

      @Override
      public ImageState remove(ImageId id, Memo memo) {
        return state(InMemoryThings.this.remove(calls, id.name(), id.uid(), memo));
      }

      private static ImageState state(State state) {
        return switch (state) {
          case State.Absent() -> new ImageState.Absent();
          case State.Underway(var doing, var memo) ->
              new ImageState.Underway(
                  ImageState.Stage.DOWNLOADING,
                  doing,
                  memo,
                  doing.startsWith("being") ? "task-" + memo.text() : null);
          case State.There(var thing) when thing.behind().isEmpty() ->
              new ImageState.Underway(
                  ImageState.Stage.DOWNLOADING,
                  "half of it is there",
                  new Memo(String.valueOf(thing.number())));
          case State.There(var thing) ->
              new ImageState.Ready(
                  "image-" + thing.number(),
                  thing.behind().size() > 1 ? thing.behind().getLast() : null);
          case State.Unclear(var fault) -> new ImageState.Unclear(fault);
        };
      }
    };
  }
}
