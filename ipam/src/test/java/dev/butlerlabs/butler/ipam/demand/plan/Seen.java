package dev.butlerlabs.butler.ipam.demand.plan;

import dev.butlerlabs.butler.api.infra.NetworkSettings.AllocationMode;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Family;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An observation for tests, put together word by word. */
final class Seen {

  static final Instant NOW = Instant.parse("2030-01-01T12:00:00Z");
  private static final int UNLIMITED = Integer.MAX_VALUE;

  private AllocationMode mode = AllocationMode.STATIC;
  private int block = 8;
  private int asked;
  private int limit = UNLIMITED;
  private int increment = 2;
  private int nodes;
  private int nodeLimit = UNLIMITED;
  private @Nullable AddressRange pin;
  private String pinProblem = "";
  private final List<Pool> pools = new ArrayList<>();
  private final List<Claim> claims = new ArrayList<>();
  private Demand demand = new Demand.Unknown("NotLooked", "nobody looked");

  static Seen fixed(int block) {
    var seen = new Seen();
    seen.block = block;
    return seen;
  }

  static Seen elastic(int initial) {
    var seen = fixed(initial);
    seen.mode = AllocationMode.ELASTIC;
    return seen;
  }

  Seen asking(int lbPoolSize) {
    asked = lbPoolSize;
    block = lbPoolSize;
    return this;
  }

  Seen limit(int most) {
    limit = most;
    block = Math.min(block, most);
    return this;
  }

  Seen increment(int step) {
    increment = step;
    return this;
  }

  Seen nodes(int wanted, int most) {
    nodes = wanted;
    nodeLimit = most;
    return this;
  }

  Seen pin(String range) {
    pin = AddressRange.parse(range).require();
    return this;
  }

  Seen pinProblem(String words) {
    pinProblem = words;
    return this;
  }

  Seen pool(String name, long available, long largest) {
    return pool(name, available, largest, "");
  }

  Seen pool(String name, long available, long largest, String closed) {
    var range = AddressRange.parse("10.%d.0.0/16".formatted(pools.size())).require();
    pools.add(new Pool(name, range, available, largest, "1", 1, closed));
    return this;
  }

  Seen with(Claim... more) {
    claims.addAll(List.of(more));
    return this;
  }

  /** The Services need that many IPv4 addresses and use these claims. */
  Seen needing(int addresses, String... used) {
    demand = new Demand.Known(Map.of(Family.IPV4, addresses), Set.of(used), List.of());
    return this;
  }

  TenantPlan plan() {
    return planAfter(Duration.ZERO);
  }

  TenantPlan planAfter(Duration time) {
    var wish = new Wish(mode, block, asked, increment, limit, pin, pinProblem);
    return TenantPlan.of(
        new Observation(
            NOW.plus(time), Family.IPV4, wish, nodes, nodeLimit, pools, claims, demand));
  }
}
