package dev.butlerlabs.butler.ipam.tell;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.ipam.allocator.Capacity;
import dev.butlerlabs.butler.kernel.Verdict;
import java.math.BigInteger;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What the capacity conditions of a pool say. */
final class CapacityVerdicts {

  private static final int WARNING = 70;
  private static final int CRITICAL = 85;
  private static final BigInteger HUNDRED = BigInteger.valueOf(100);

  private CapacityVerdicts() {}

  static List<Verdict> of(PoolView view) {
    return view.capacity()
        .map(
            capacity ->
                List.of(
                    threshold(ConditionType.CAPACITY_WARNING, capacity, WARNING),
                    threshold(ConditionType.CAPACITY_CRITICAL, capacity, CRITICAL),
                    exhausted(capacity, view.defaults())))
        .orElseGet(() -> unknown(view.stopped().isPresent()));
  }

  private static List<Verdict> unknown(boolean stopped) {
    return Stream.of(
            ConditionType.CAPACITY_WARNING,
            ConditionType.CAPACITY_CRITICAL,
            ConditionType.CAPACITY_EXHAUSTED)
        .map(
            type ->
                stopped
                    ? Verdict.unknown(
                        type.wire(),
                        PoolStatusPlan.LEDGER_UNREADABLE,
                        "not counted while the pool's ledger cannot be read")
                    : Verdict.unknown(
                        type.wire(),
                        Reason.VALIDATION_FAILED.wire(),
                        "not counted while the pool's spec is wrong"))
        .toList();
  }

  private static Verdict threshold(ConditionType type, Capacity capacity, int percent) {
    // Multiplied out, so that a share just below the limit is not rounded up to it.
    var above =
        capacity.usable().signum() > 0
            && capacity
                    .used()
                    .multiply(HUNDRED)
                    .compareTo(capacity.usable().multiply(BigInteger.valueOf(percent)))
                >= 0;
    var message =
        "%s of %s addresses are given out%s; the limit of this condition is %d percent"
            .formatted(capacity.used(), capacity.usable(), resting(capacity), percent);
    return above
        ? Verdict.yes(type.wire(), "UtilizationAboveThreshold", message)
        : Verdict.no(type.wire(), "UtilizationBelowThreshold", message);
  }

  private static Verdict exhausted(Capacity capacity, List<DefaultBlock> defaults) {
    var type = ConditionType.CAPACITY_EXHAUSTED.wire();
    var missing =
        defaults.stream()
            .filter(block -> !block.fits())
            .max(Comparator.comparingInt(DefaultBlock::size));
    if (missing.isEmpty()) {
      return Verdict.no(type, "DefaultBlockFits", "one more block of default size can be placed");
    }
    var block = missing.get();
    var free = capacity.free();
    var cannot =
        "no more %s block of %d addresses can be placed: ".formatted(block.what(), block.size());
    if (free.signum() == 0) {
      return Verdict.yes(
          type,
          "Full",
          cannot + "no address is free%s. Add ranges or another pool".formatted(resting(capacity)));
    }
    if (free.compareTo(BigInteger.valueOf(block.size())) < 0) {
      return Verdict.yes(
          type,
          "NextDefaultBlockDoesNotFit",
          cannot
              + "only %s free%s. Add ranges or another pool"
                  .formatted(are(free), resting(capacity)));
    }
    return Verdict.yes(
        type,
        "Fragmented",
        cannot
            + "%s free, but the longest unbroken run has %s%s. Ask for smaller blocks, or add ranges"
                .formatted(are(free), capacity.largestRun(), resting(capacity)));
  }

  private static String are(BigInteger count) {
    return count.equals(BigInteger.ONE) ? "1 address is" : count + " addresses are";
  }

  private static String resting(Capacity capacity) {
    return capacity.resting().signum() == 0 ? "" : ", %s rest".formatted(capacity.resting());
  }
}
