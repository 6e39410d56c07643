package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.Contest;
import dev.butlerlabs.butler.addons.install.plan.Difference;
import dev.butlerlabs.butler.addons.install.plan.Drift;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Part;
import dev.butlerlabs.butler.addons.jobs.JobState;
import dev.butlerlabs.butler.addons.jobs.Ticket;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** What this process knows of the objects of one release. */
final class Attention {

  /** After trouble, and where no watch tells. */
  private static final Duration AGAIN = Duration.ofSeconds(30);

  /** For what only people change. */
  private static final Duration LATER = Duration.ofMinutes(10);

  private final Facts facts;
  private final long generation;

  // All of it is guarded by this.
  private @Nullable Set<Kind<GenericKubernetesResource>> kinds;
  private @Nullable Map<Part, String> examined;
  private Map<Part, Difference> standing = Map.of();
  private @Nullable Found trouble;
  private Instant at = Instant.MIN;
  private final Map<Part, Contest> contests = new HashMap<>();
  private final List<Difference> untold = new ArrayList<>();
  private @Nullable Ticket<Found> ticket;
  private Map<Part, String> shown = Map.of();
  private Predicate<Part> asked = Inspection.everything();

  /**
   * Nothing was looked at yet.
   *
   * @param kinds of the release, if they are known
   */
  Attention(Facts facts, long generation, @Nullable Set<Kind<GenericKubernetesResource>> kinds) {
    this.facts = facts;
    this.generation = generation;
    this.kinds = kinds;
  }

  /** One look that is due. */
  interface Look {
    Found with(Inspection inspection);
  }

  /** This one, if it is about that; another release or another wish is looked at from the start. */
  synchronized Attention about(Facts others, long edit) {
    if (facts.equals(others) && generation == edit) {
      return this;
    }
    return new Attention(others, edit, facts.manifest().equals(others.manifest()) ? kinds : null);
  }

  synchronized Set<Kind<GenericKubernetesResource>> kinds() {
    return kinds == null ? Set.of() : kinds;
  }

  synchronized void cancel() {
    if (ticket != null) {
      ticket.cancel();
    }
  }

  synchronized List<Difference> takeRepaired() {
    var told = List.copyOf(untold);
    untold.clear();
    return told;
  }

  synchronized Drift drift(boolean repair, Instant now) {
    hear(now);
    return switch (trouble) {
      case Found.Gone() -> new Drift.Gone(repair);
      case Found.Replaced(int revision) -> new Drift.Replaced(revision);
      case Found.Unclear(var sentence) -> new Drift.Unclear(sentence);
      case null, default -> compared(repair, now);
    };
  }

  private Drift compared(boolean repair, Instant now) {
    if (examined == null) {
      return new Drift.Unknown();
    }
    if (standing.isEmpty()) {
      return new Drift.None();
    }
    var all = List.copyOf(standing.values());
    var fought =
        all.stream()
            .filter(one -> resting(one.part(), now))
            .flatMap(one -> one.writers().stream())
            .distinct()
            .toList();
    return repair && all.stream().anyMatch(one -> resting(one.part(), now))
        ? new Drift.Contested(all, fought)
        : new Drift.Standing(all, repair);
  }

  private boolean resting(Part part, Instant now) {
    return contests.getOrDefault(part, Contest.none()).resting(now);
  }

  /** What came of the last look. */
  private void hear(Instant now) {
    if (ticket == null || !ticket.state().ended()) {
      return;
    }
    var found =
        ticket.state() instanceof JobState.Finished<Found>(var result)
            ? result
            : new Found.Unclear("the look at its objects was cut off; it is looked at again");
    ticket = null;
    at = now;
    trouble = null;
    switch (found) {
      case Found.Kinds(var known) -> kinds = known;
      case Found.Compared compared -> note(compared, now);
      case Found.Gone _, Found.Replaced _, Found.Unclear _ -> trouble = found;
    }
  }

  private void note(Found.Compared compared, Instant now) {
    var all = new LinkedHashMap<>(standing);
    all.keySet().removeIf(asked);
    compared.standing().forEach(one -> all.put(one.part(), one));
    standing = all;
    examined = shown;
    untold.addAll(compared.repaired());
    for (var one : compared.repaired()) {
      var before = contests.getOrDefault(one.part(), Contest.none());
      contests.put(one.part(), before.repaired(now));
    }
  }

  /** The look that is due now, if any is. */
  synchronized Optional<Look> next(View view, boolean wanted, Instant now) {
    hear(now);
    var rested = !now.isBefore(at.plus(AGAIN));
    if (ticket != null || !view.complete() || (trouble != null && !rested)) {
      return Optional.empty();
    }
    if (kinds == null) {
      return Optional.of(Inspection::kinds);
    }
    var left = contests.keySet().stream().filter(part -> resting(part, now)).toList();
    Predicate<Part> repair = part -> wanted && !left.contains(part);
    var due = due(view, repair, rested);
    due.ifPresent(which -> asked = which);
    return due.map(which -> inspection -> inspection.compare(which, repair));
  }

  private Optional<Predicate<Part>> due(View view, Predicate<Part> repair, boolean rested) {
    if (examined == null || trouble != null || (view.blind() && rested)) {
      return Optional.of(Inspection.everything());
    }
    var changed = new HashSet<>(view.since(examined));
    standing.values().stream()
        .filter(one -> repair.test(one.part()) && (rested || one.obstacle().isEmpty()))
        .forEach(one -> changed.add(one.part()));
    return changed.isEmpty() ? Optional.empty() : Optional.of(Inspection.these(changed));
  }

  synchronized void asked(Ticket<Found> asked, View view) {
    ticket = asked;
    shown = view.marks();
  }

  /** When to look again, where no watch tells. */
  synchronized Optional<Instant> comeBack(View view, boolean repair, Instant now) {
    if (ticket != null) {
      return Optional.empty();
    }
    if (trouble instanceof Found.Gone || trouble instanceof Found.Replaced) {
      return Optional.of(at.plus(LATER));
    }
    var again = at.plus(AGAIN);
    if (trouble != null || view.blind()) {
      return Optional.of(again);
    }
    return standing.keySet().stream()
        .filter(_ -> repair)
        .map(
            part -> resting(part, now) ? contests.getOrDefault(part, Contest.none()).rest() : again)
        .min(Instant::compareTo);
  }
}
