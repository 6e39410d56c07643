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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What this process knows of the objects of one release. */
final class Attention {

  /** After trouble, and where no watch tells. */
  private static final Duration AGAIN = Duration.ofSeconds(30);

  /** Until then the watch shows what was made anew; if it does not, it may be gone again. */
  private static final Duration SHOWN = Duration.ofSeconds(3);

  /** For what only people change. */
  private static final Duration LATER = Duration.ofMinutes(10);

  private final Facts facts;
  private final long generation;

  // All of it is guarded by this.
  private @Nullable Set<Kind<GenericKubernetesResource>> kinds;
  private @Nullable Map<Part, String> examined;
  private Map<Part, Difference> standing = Map.of();
  private @Nullable Found trouble;
  // When all was looked at that no watch tells.
  private Instant at = Instant.MIN;
  private final Map<Part, Contest> contests = new HashMap<>();
  private final Map<Part, Instant> made = new HashMap<>();
  private final List<Difference> untold = new ArrayList<>();
  private @Nullable Ticket<Found> ticket;
  private @Nullable Ticket<Found> earlier;
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

  /**
   * A look.
   *
   * @param which objects are compared
   * @param repair which of them are repaired
   */
  record Due(Predicate<Part> which, Predicate<Part> repair) {}

  /** This one, if it is about that; another release or another wish is looked at from the start. */
  synchronized Attention about(Facts others, long edit) {
    if (facts.equals(others) && generation == edit) {
      return this;
    }
    var next =
        new Attention(others, edit, facts.manifest().equals(others.manifest()) ? kinds : null);
    next.earlier = ticket == null ? earlier : ticket;
    next.untold.addAll(untold);
    return next;
  }

  /** Whether somebody is at the objects just now; the end of that is news. */
  synchronized boolean busy() {
    return Stream.of(Optional.ofNullable(ticket), Optional.ofNullable(earlier))
        .anyMatch(one -> one.isPresent() && !one.get().state().ended());
  }

  /** Those of the release, as far as they are known. */
  synchronized Set<Kind<GenericKubernetesResource>> kinds(Instant now) {
    hear(now);
    return kinds == null ? Set.of() : kinds;
  }

  synchronized void cancel() {
    if (ticket != null) {
      ticket.cancel();
    }
    if (earlier != null) {
      earlier.cancel();
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
      case Found.Replaced(int revision, var by) -> new Drift.Replaced(revision, by);
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
    return contest(part).resting(now);
  }

  private Contest contest(Part part) {
    return contests.getOrDefault(part, Contest.none());
  }

  /** What came of the last look; one for an earlier wish says only what it repaired. */
  private void hear(Instant now) {
    if (earlier != null && earlier.state().ended()) {
      if (earlier.state() instanceof JobState.Finished<Found>(Found.Compared(_, _, var repaired))) {
        untold.addAll(repaired);
      }
      earlier = null;
    }
    if (ticket == null || !ticket.state().ended()) {
      return;
    }
    var found =
        ticket.state() instanceof JobState.Finished<Found>(var result)
            ? result
            : new Found.Unclear("the look at its objects was cut off; it is looked at again");
    ticket = null;
    trouble = null;
    switch (found) {
      case Found.Compared compared -> note(compared, now);
      case Found.Gone _, Found.Replaced _, Found.Unclear _ -> {
        trouble = found;
        at = now;
      }
    }
  }

  private void note(Found.Compared compared, Instant now) {
    var all = new LinkedHashMap<>(standing);
    all.keySet().removeIf(asked);
    compared.standing().forEach(one -> all.put(one.part(), one));
    standing = all;
    // Kinds that were not watched yet are watched first, then everything is looked at.
    examined = compared.kinds().equals(kinds) ? shown : null;
    kinds = compared.kinds();
    untold.addAll(compared.repaired());
    for (var one : compared.repaired()) {
      contests.put(one.part(), contest(one.part()).repaired(now));
      if (!shown.containsKey(one.part())) {
        made.put(one.part(), now.plus(SHOWN));
      }
    }
  }

  /** The look that is due now, if any is. */
  synchronized Optional<Due> next(View view, boolean wanted, Instant now) {
    hear(now);
    var rested = !now.isBefore(at.plus(AGAIN));
    if (ticket != null || earlier != null || !view.complete() || (trouble != null && !rested)) {
      return Optional.empty();
    }
    var left = contests.keySet().stream().filter(part -> resting(part, now)).toList();
    Predicate<Part> repair = part -> wanted && !left.contains(part);
    made.keySet().removeAll(view.marks().keySet());
    var due = due(view, repair, rested, now);
    due.ifPresent(
        which -> {
          asked = which;
          made.keySet().removeIf(which);
        });
    if (due.isPresent() && rested) {
      at = now;
    }
    return due.map(which -> new Due(which, repair));
  }

  private Optional<Predicate<Part>> due(
      View view, Predicate<Part> repair, boolean rested, Instant now) {
    if (kinds == null) {
      return Optional.of(Inspection.nothing());
    }
    if (examined == null || trouble != null || (view.blind() && rested)) {
      return Optional.of(Inspection.everything());
    }
    var changed = new HashSet<>(view.since(examined));
    standing.values().stream()
        .filter(one -> one.obstacle().isEmpty() ? repair.test(one.part()) : rested)
        .forEach(one -> changed.add(one.part()));
    made.forEach(
        (part, until) -> {
          if (!now.isBefore(until)) {
            changed.add(part);
          }
        });
    return changed.isEmpty() ? Optional.empty() : Optional.of(changed::contains);
  }

  synchronized void asked(Ticket<Found> asked, View view) {
    ticket = asked;
    shown = view.marks();
  }

  /** When to look again, where no watch tells. */
  synchronized Optional<Instant> comeBack(View view, boolean repair, Instant now) {
    if (ticket != null || earlier != null || !view.complete()) {
      return Optional.empty();
    }
    if (trouble instanceof Found.Gone || trouble instanceof Found.Replaced) {
      return Optional.of(at.plus(LATER));
    }
    var again = at.plus(AGAIN);
    if (trouble != null || view.blind()) {
      return Optional.of(again);
    }
    var waiting =
        standing.values().stream()
            .filter(one -> repair || !one.obstacle().isEmpty())
            .map(one -> contest(one.part()))
            .map(contest -> contest.resting(now) ? contest.rest() : again);
    return Stream.concat(waiting, made.values().stream()).min(Instant::compareTo);
  }
}
