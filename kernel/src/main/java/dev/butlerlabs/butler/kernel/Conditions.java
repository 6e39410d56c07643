package dev.butlerlabs.butler.kernel;

import dev.butlerlabs.butler.kernel.Condition.Truth;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/** The conditions of one object: a map keyed by type that several writers share. */
public record Conditions(List<Condition> all) {

  public Conditions {
    all = List.copyOf(all);
  }

  public static Conditions none() {
    return new Conditions(List.of());
  }

  public Optional<Condition> find(String type) {
    return all.stream().filter(condition -> condition.type().equals(type)).findFirst();
  }

  /** True only when the condition is there and says so. */
  public boolean holds(String type) {
    return find(type).filter(condition -> condition.status() == Truth.TRUE).isPresent();
  }

  /**
   * These conditions with the verdicts written over them. A condition keeps its transition time
   * while its status stays the same, so repeating a verdict changes nothing.
   */
  public Conditions with(List<Verdict> verdicts, long generation, Instant now) {
    var byType = new LinkedHashMap<String, Condition>();
    all.forEach(condition -> byType.put(condition.type(), condition));
    for (var verdict : verdicts) {
      var before = Optional.ofNullable(byType.get(verdict.type()));
      byType.put(verdict.type(), stamp(verdict, before, generation, now));
    }
    return new Conditions(new ArrayList<>(byType.values()));
  }

  private static Condition stamp(
      Verdict verdict, Optional<Condition> before, long generation, Instant now) {
    var since =
        before
            .filter(condition -> condition.status() == verdict.status())
            .map(Condition::lastTransitionTime)
            .orElse(now.truncatedTo(ChronoUnit.SECONDS));
    return new Condition(
        verdict.type(), verdict.status(), verdict.reason(), verdict.message(), since, generation);
  }
}
