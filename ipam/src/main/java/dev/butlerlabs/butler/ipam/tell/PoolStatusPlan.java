package dev.butlerlabs.butler.ipam.tell;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.ipam.territory.Clash;
import dev.butlerlabs.butler.ipam.territory.Remark;
import dev.butlerlabs.butler.ipam.territory.Territory;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What the status of a pool shall say, and which events that is worth. */
public record PoolStatusPlan(List<Verdict> verdicts, PoolFigures figures) {

  /** The conditions told here. */
  static final Set<String> CONDITIONS =
      Set.of(
          ConditionType.READY.wire(),
          ConditionType.CAPACITY_WARNING.wire(),
          ConditionType.CAPACITY_CRITICAL.wire(),
          ConditionType.CAPACITY_EXHAUSTED.wire(),
          ConditionType.OVERLAPPING.wire(),
          ConditionType.ADDRESS_CONFLICT.wire());

  /** Why a pool is not Ready whose ledger cannot be read. */
  static final String LEDGER_UNREADABLE = "LedgerUnreadable";

  private static final int MOST_SENTENCES = 3;

  /** Something that happened, and the words for it. */
  public record Telling(PoolEvent event, String note) {}

  public PoolStatusPlan {
    verdicts = List.copyOf(verdicts);
  }

  public static PoolStatusPlan of(PoolView view) {
    var verdicts = new ArrayList<Verdict>();
    verdicts.add(ready(view));
    verdicts.addAll(CapacityVerdicts.of(view));
    verdicts.add(overlapping(view.territory()));
    verdicts.add(conflict(view));
    return new PoolStatusPlan(verdicts, PoolFigures.of(view));
  }

  private static Verdict ready(PoolView view) {
    var type = ConditionType.READY.wire();
    if (view.stopped().isPresent()) {
      return Verdict.no(type, LEDGER_UNREADABLE, view.stopped().get());
    }
    if (view.deleting()) {
      return Verdict.no(
          type,
          Reason.DELETING.wire(),
          view.allocations() == 0
              ? "the pool goes as soon as nothing of it is on its way back"
              : "the pool stays while addresses of it are given out, now through %d IPAllocations"
                  .formatted(view.allocations()));
    }
    var problems = view.territory().problems();
    if (!problems.isEmpty()) {
      return Verdict.no(
          type,
          Reason.VALIDATION_FAILED.wire(),
          joined(problems.stream().map(problem -> problem.sentence()).toList()));
    }
    return Verdict.yes(type, Reason.READY.wire(), "addresses can be given out");
  }

  private static Verdict overlapping(Territory territory) {
    var type = ConditionType.OVERLAPPING.wire();
    var pools = sentences(territory, Remark.Overlap.class);
    var networks = sentences(territory, Remark.OverClusterNetwork.class);
    if (!pools.isEmpty()) {
      return Verdict.yes(type, "OtherPool", joined(pools));
    }
    var unclear = sentences(territory, Remark.Unclear.class);
    if (!unclear.isEmpty()) {
      return Verdict.yes(type, LEDGER_UNREADABLE, joined(unclear));
    }
    return networks.isEmpty()
        ? Verdict.no(type, "NoOverlap", "no other pool or cluster has addresses of this pool")
        : Verdict.yes(type, "ClusterNetwork", joined(networks));
  }

  private static Verdict conflict(PoolView view) {
    var type = ConditionType.ADDRESS_CONFLICT.wire();
    var twice =
        Stream.concat(
                view.damage().stream(),
                view.clashes().stream().filter(Clash::inUseTwice).map(Clash::sentence))
            .toList();
    if (!twice.isEmpty()) {
      return Verdict.yes(type, "InUseTwice", joined(twice));
    }
    var edited = view.clashes().stream().map(Clash::sentence).toList();
    if (!edited.isEmpty()) {
      return Verdict.yes(type, "HeldAgainstSpec", joined(edited));
    }
    var foreign = sentences(view.territory(), Remark.ForeignUse.class);
    return foreign.isEmpty()
        ? Verdict.no(type, "NoConflict", "nobody uses what was given to somebody else")
        : Verdict.no(type, "ForeignUse", joined(foreign));
  }

  private static List<String> sentences(Territory territory, Class<? extends Remark> kind) {
    return territory.remarks().stream().filter(kind::isInstance).map(Remark::sentence).toList();
  }

  private static String joined(List<String> sentences) {
    var shown = String.join("; ", sentences.subList(0, Math.min(MOST_SENTENCES, sentences.size())));
    return sentences.size() <= MOST_SENTENCES
        ? shown
        : "%s; and %d more".formatted(shown, sentences.size() - MOST_SENTENCES);
  }

  /** Whether storing this would change any condition that events are told about. */
  public boolean changes(Conditions stored) {
    return !tellings(stored).isEmpty();
  }

  /** What is told when this is stored over these conditions. */
  public List<Telling> tellings(Conditions stored) {
    var after = new Conditions(List.of()).with(verdicts, 0, Instant.EPOCH);
    var tellings = new ArrayList<Telling>();
    turned(ConditionType.READY, Truth.FALSE, stored)
        .filter(verdict -> verdict.reason().equals(Reason.VALIDATION_FAILED.wire()))
        .ifPresent(verdict -> tellings.add(new Telling(PoolEvent.POOL_INVALID, verdict.message())));
    if (isNow(LEDGER_UNREADABLE) && !was(LEDGER_UNREADABLE, stored)) {
      tellings.add(
          new Telling(PoolEvent.LEDGER_UNREADABLE, verdict(ConditionType.READY).message()));
    }
    var level = CapacityLevel.of(after);
    level
        .after(CapacityLevel.of(stored))
        .filter(_ -> known(ConditionType.CAPACITY_EXHAUSTED))
        .ifPresent(event -> tellings.add(new Telling(event, verdict(level.condition()).message())));
    turned(ConditionType.OVERLAPPING, Truth.TRUE, stored)
        .ifPresent(
            verdict -> tellings.add(new Telling(PoolEvent.POOL_OVERLAPPING, verdict.message())));
    turned(ConditionType.ADDRESS_CONFLICT, Truth.TRUE, stored)
        .ifPresent(
            verdict -> tellings.add(new Telling(PoolEvent.ADDRESS_CONFLICT, verdict.message())));
    return tellings;
  }

  private boolean isNow(String reason) {
    return verdict(ConditionType.READY).reason().equals(reason);
  }

  private static boolean was(String reason, Conditions stored) {
    return stored
        .find(ConditionType.READY.wire())
        .filter(ready -> ready.reason().equals(reason))
        .isPresent();
  }

  private boolean known(ConditionType type) {
    return verdict(type).status() != Truth.UNKNOWN;
  }

  private Optional<Verdict> turned(ConditionType type, Truth to, Conditions stored) {
    var same = stored.find(type.wire()).filter(before -> before.status() == to).isPresent();
    return Optional.of(verdict(type)).filter(verdict -> verdict.status() == to && !same);
  }

  private Verdict verdict(ConditionType type) {
    return verdicts.stream()
        .filter(verdict -> verdict.type().equals(type.wire()))
        .findFirst()
        .orElseThrow();
  }
}
