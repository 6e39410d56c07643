package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.ipam.address.Family;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * A tenant, its pools and all others who act on claims: pools bind or refuse them after a while,
 * MetalLB gives their addresses to Services, addresses that were given back rest. All in steps
 * drawn from one seed.
 */
final class World {

  /** As the specification has it, and not as the code does. */
  private static final Duration IDLE = Duration.ofMinutes(10);

  private final Random random;
  private final Wish wish;
  private final List<SimulatedPool> pools = new ArrayList<>();
  private final Map<String, Claim> claims = new HashMap<>();
  private final Inhabitants services;
  private Instant now = Instant.parse("2030-01-01T00:00:00Z");
  private int lastClaim;
  private int released;
  private int refused;
  private int newestReleased;
  private Optional<String> wrong = Optional.empty();

  World(Random random, Wish wish) {
    this.random = random;
    this.wish = wish;
    this.services = new Inhabitants(random);
    var count = 1 + random.nextInt(3);
    for (var i = 1; i <= count; i++) {
      pools.add(new SimulatedPool(i, 1 + random.nextInt(24), random.nextInt(5) == 0));
    }
  }

  Observation observe() {
    var told = pools.stream().map(SimulatedPool::told).toList();
    return new Observation(
        now, Family.IPV4, wish, 0, 0, told, List.copyOf(claims.values()), demand());
  }

  private Demand.Known demand() {
    var used =
        claims.values().stream()
            .filter(Claim::held)
            .filter(services::use)
            .map(Claim::name)
            .collect(Collectors.toSet());
    return new Demand.Known(Map.of(Family.IPV4, services.count()), used, List.of());
  }

  /** Carries out the steps, or only some of them, as a process does that is killed. */
  void act(List<Step> steps) {
    var until = random.nextInt(8) == 0 ? random.nextInt(steps.size() + 1) : steps.size();
    for (var step : steps.subList(0, until)) {
      switch (step) {
        case Step.Create create -> create(create);
        case Step.Release(var name) -> release(required(name));
        case Step.MarkUnused(var name, var since) -> put(Claims.unused(required(name), since));
        case Step.MarkUsed(var name) -> put(Claims.unused(required(name), null));
      }
    }
  }

  private void create(Step.Create order) {
    var number = ++lastClaim;
    put(Claims.fresh("c" + number, number, order));
  }

  private void release(Claim claim) {
    if (claim.held()) {
      released++;
      newestReleased = Math.max(newestReleased, claim.number());
      if (services.use(claim)) {
        wrong = Optional.of("a block in use was given back: " + claim);
      } else if (services.idle(claim, now).compareTo(IDLE) < 0) {
        wrong = Optional.of("a block was given back before it was idle for long: " + claim);
      }
    }
    put(Claims.in(claim, Claim.State.LEAVING));
  }

  /** One thing that others do; false when there is nothing left to do. */
  boolean happen() {
    var todo = new ArrayList<Runnable>();
    for (var claim : claims.values()) {
      switch (claim.state()) {
        case WAITING -> todo.add(() -> bind(claim));
        case LEAVING -> todo.add(() -> rest(claim));
        case REFUSED -> {
          if (pool(claim).serves(claim.size())) {
            todo.add(() -> bind(claim));
          }
        }
        case HELD, GONE -> {}
      }
    }
    pools.stream().filter(pool -> !pool.upToDate()).forEach(pool -> todo.add(pool::tell));
    todo.addAll(services.todo(claims.values()));
    if (todo.isEmpty()) {
      return false;
    }
    todo.get(random.nextInt(todo.size())).run();
    return true;
  }

  private void bind(Claim claim) {
    var range = pool(claim).serve(claim.size());
    refused += range.isEmpty() ? 1 : 0;
    services.begins(claim, now);
    put(
        range
            .map(given -> Claims.given(claim, given))
            .orElseGet(() -> Claims.refused(claim, pool(claim).reason())));
  }

  private void rest(Claim claim) {
    var range = claim.range();
    if (range != null) {
      pool(claim).give(range);
    }
    claims.remove(claim.name());
  }

  private SimulatedPool pool(Claim claim) {
    return pools.stream().filter(one -> one.name().equals(claim.pool())).findFirst().orElseThrow();
  }

  /** Services come and go, and so do addresses that other tenants have. */
  void change() {
    services.change();
    for (var pool : pools) {
      for (var i = random.nextInt(4); i > 0; i--) {
        pool.disturb(random.nextInt(pool.size()));
      }
    }
  }

  void pass(Duration time) {
    now = now.plus(time);
    services.until(now, claims.values());
  }

  Instant now() {
    return now;
  }

  /** How many claims were made; also the number of the newest. */
  int created() {
    return lastClaim;
  }

  /** The newest claim that was given back though it had addresses. */
  int newestReleased() {
    return newestReleased;
  }

  int refused() {
    return refused;
  }

  int released() {
    return released;
  }

  /** What was done that must never be done. */
  Optional<String> wrong() {
    return wrong;
  }

  int services() {
    return services.count();
  }

  int held() {
    return Claim.sizes(claims.values().stream().filter(Claim::held).toList());
  }

  int taken() {
    return Claim.sizes(claims.values().stream().filter(Claim::taken).toList());
  }

  int free() {
    return pools.stream().mapToInt(SimulatedPool::spare).sum();
  }

  private Claim required(String name) {
    var claim = claims.get(name);
    if (claim == null) {
      throw new AssertionError("there is no claim " + name);
    }
    return claim;
  }

  private void put(Claim claim) {
    claims.put(claim.name(), claim);
  }

  @Override
  public String toString() {
    return "%s, services %s, claims %s, pools %s"
        .formatted(
            wish, services, claims.values(), pools.stream().map(SimulatedPool::told).toList());
  }
}
