package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.kube.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** When a cluster is looked at again though nobody has news of it. */
final class NextLook {

  private NextLook() {}

  /** Words that have to wait bring us here again. */
  static Outcome whenTold(Duration untold, Outcome then) {
    return switch (then) {
      case Outcome _ when !untold.isPositive() -> then;
      case Outcome.LookAgain(var after) when after.compareTo(untold) < 0 -> then;
      case Outcome.LookAgain _, Outcome.Settled _ -> Outcome.lookAgain(untold);
      case Outcome.Failed _ -> then;
    };
  }

  /** The clock brings us here again where it decides. */
  static Outcome at(Optional<Instant> moment, Instant now) {
    return moment.map(then -> Outcome.lookAgain(untilThen(now, then))).orElseGet(Outcome::settled);
  }

  /** The earlier of two moments. */
  static Optional<Instant> first(Optional<Instant> one, Optional<Instant> other) {
    return Stream.of(one, other).flatMap(Optional::stream).min(Comparator.naturalOrder());
  }

  private static Duration untilThen(Instant now, Instant moment) {
    var left = Duration.between(now, moment);
    if (left.isNegative()) {
      return Duration.ZERO;
    }
    return left.compareTo(KeptReconciler.LONGEST) < 0 ? left : KeptReconciler.LONGEST;
  }
}
