package dev.butlerlabs.butler.steward.plane.plan;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Takes rotations further: what is trusted everywhere may sign, what has rested long enough goes.
 */
final class RotationPlanner {

  private RotationPlanner() {}

  /** The steps of a rotation that may be taken once every pod has all keys there are. */
  static List<Order> steps(Observation seen) {
    var steps = new ArrayList<Order>();
    for (var part : List.of(Part.CA, Part.FRONT_PROXY_CA)) {
      Roots.in(seen, part)
          .flatMap(roots -> step(roots, seen.now()))
          .ifPresent(keys -> steps.add(new Order.Rewrite(part, keys)));
    }
    ServiceAccountKeys.in(seen)
        .flatMap(keys -> step(keys, seen.now()))
        .ifPresent(keys -> steps.add(new Order.Rewrite(Part.SERVICE_ACCOUNT, keys)));
    return steps;
  }

  private static Optional<Keys> step(Roots roots, Instant now) {
    if (roots.hasNext()) {
      return Optional.of(roots.switched(now));
    }
    return roots.hasPrevious() && !now.isBefore(roots.dropAt())
        ? Optional.of(roots.dropped())
        : Optional.empty();
  }

  private static Optional<Keys> step(ServiceAccountKeys keys, Instant now) {
    if (keys.hasNext()) {
      return Optional.of(keys.switched(now));
    }
    return keys.hasPrevious() && !now.isBefore(keys.dropAt())
        ? Optional.of(keys.dropped())
        : Optional.empty();
  }
}
