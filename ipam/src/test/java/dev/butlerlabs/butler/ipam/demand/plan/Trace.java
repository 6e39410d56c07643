package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.infra.NetworkSettings.AllocationMode;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * One random story of a tenant: its demand changes, everybody does their part, and then there must
 * be rest. Says what went wrong, if anything did.
 */
final class Trace {

  private static final int CHANGES = 4;
  private static final int PASSES = 400;
  private static final Duration LONG = Duration.ofHours(2);

  private final World world;
  private final Wish wish;
  private final Random random;
  private final Function<Observation, TenantPlan> planner;

  private Trace(long seed, Function<Observation, TenantPlan> planner) {
    this.random = new Random(seed);
    this.planner = planner;
    var block = random.nextInt(4);
    var limit = random.nextInt(3) == 0 ? 1 + random.nextInt(8) : Integer.MAX_VALUE;
    this.wish =
        new Wish(
            AllocationMode.ELASTIC,
            Math.min(limit, block),
            0,
            1 + random.nextInt(4),
            limit,
            null,
            "");
    this.world = new World(random, wish);
  }

  static Optional<String> play(
      long seed, Function<Observation, TenantPlan> planner, Consumer<World> end) {
    var trace = new Trace(seed, planner);
    for (var i = 0; i < CHANGES; i++) {
      trace.world.change();
      var wrong = trace.settle().or(trace::rest).or(trace::enough);
      if (wrong.isPresent()) {
        return Optional.of("seed %d: %s; %s".formatted(seed, wrong.get(), trace.world));
      }
    }
    end.accept(trace.world);
    return Optional.empty();
  }

  /** Plays until neither we nor the others have anything to do and nothing falls due. */
  private Optional<String> settle() {
    var madeBefore = world.created();
    for (var pass = 0; pass < PASSES; pass++) {
      var releasedBefore = world.released();
      var plan = planner.apply(world.observe());
      world.act(plan.steps());
      var wrong = judge(madeBefore, releasedBefore);
      if (wrong.isPresent()) {
        return wrong;
      }
      if (plan.steps().isEmpty() && !others()) {
        if (plan.next().isEmpty()) {
          return Optional.empty();
        }
        world.pass(Duration.between(world.now(), plan.next().get()));
      }
    }
    return Optional.of("no rest after " + PASSES + " passes");
  }

  private Optional<String> judge(int madeBefore, int releasedBefore) {
    if (world.wrong().isPresent()) {
      return world.wrong();
    }
    if (world.taken() > wish.limit()) {
      return Optional.of("the quota is broken");
    }
    if (world.newestReleased() > madeBefore) {
      return Optional.of("a claim was made and given back for the same demand");
    }
    return world.released() > releasedBefore && world.held() < world.services()
        ? Optional.of("too much was given back")
        : Optional.empty();
  }

  /** The others do something, or nothing is left for them; meanwhile time goes by. */
  private boolean others() {
    world.pass(Duration.ofSeconds(random.nextInt(90)));
    var some = false;
    for (var left = random.nextInt(3); left >= 0; left--) {
      some |= world.happen();
    }
    return some;
  }

  /** At rest, time alone changes nothing. */
  private Optional<String> rest() {
    for (var i = 0; i < 3; i++) {
      world.pass(LONG);
      var steps = planner.apply(world.observe()).steps();
      if (!steps.isEmpty()) {
        return Optional.of("something is done without a change of demand: " + steps);
      }
    }
    return Optional.empty();
  }

  private Optional<String> enough() {
    var allowed = Math.min(wish.limit(), world.held() + world.free());
    var wanted = world.services();
    return world.held() >= Math.min(wanted, allowed)
        ? Optional.empty()
        : Optional.of("%d held, %d wanted, %d allowed".formatted(world.held(), wanted, allowed));
  }
}
