package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.HealthRules;
import dev.butlerlabs.butler.addons.install.plan.HealthRules.Found;
import dev.butlerlabs.butler.addons.jobs.JobKey;
import dev.butlerlabs.butler.addons.jobs.JobState;
import dev.butlerlabs.butler.addons.jobs.Jobs;
import dev.butlerlabs.butler.addons.jobs.Ticket;
import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;
import dev.butlerlabs.butler.api.addons.HealthRule;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Kind.Coordinates;
import dev.butlerlabs.butler.kube.write.Answer;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Where clusters keep the kinds that health rules name: asked once, and again while one is not
 * there. Losing it costs one more question.
 */
final class RuleKinds implements AutoCloseable {

  /** Questions to API servers, as looks at drift are. */
  private static final Limits LIMITS = new Limits(16, 2, 10_000);

  private static final Duration BUDGET = Duration.ofMinutes(1);

  private final Jobs<Answer<ServedKinds>> jobs;
  private final Timeline timeline;
  private final Map<JobKey, ObjectKey> whose = new ConcurrentHashMap<>();
  private final Map<ObjectKey, Known> all = new HashMap<>();

  /** What one addon knows of its cluster. */
  private static final class Known {
    private final Map<Named, Optional<Coordinates>> told = new HashMap<>();
    private @Nullable Ticket<Answer<ServedKinds>> ticket;
    private List<Named> asked = List.of();
    private Instant at = Instant.MIN;
  }

  private record Named(String version, String kind) {
    static Named of(HealthRule rule) {
      return new Named(rule.apiVersion(), rule.kind());
    }
  }

  /**
   * Nothing is known yet.
   *
   * @param ended is told of each addon for which more is known
   */
  RuleKinds(Timeline timeline, Consumer<ObjectKey> ended) {
    this.timeline = timeline;
    this.jobs =
        new Jobs<>(LIMITS, timeline, key -> Optional.ofNullable(whose.get(key)).ifPresent(ended));
  }

  /**
   * Where to look for a rule.
   *
   * @param kind what to watch; nothing while there is nothing to watch
   * @param meanwhile what is told then
   */
  record Where(HealthRule rule, Optional<Kind<GenericKubernetesResource>> kind, Found meanwhile) {}

  /** Where to look for each rule, as far as it is known. */
  synchronized List<Where> where(Drifts.Charge charge) {
    var known = all.get(charge.addon());
    if (known != null) {
      hear(known);
    }
    return charge.demands().rules().stream().map(rule -> where(rule, charge, known)).toList();
  }

  private static Where where(HealthRule rule, Drifts.Charge charge, @Nullable Known known) {
    var own = Workloads.own(rule, charge.facts());
    if (own.isPresent()) {
      return new Where(rule, own, new Found.Opening());
    }
    var told = known == null ? null : known.told.get(Named.of(rule));
    return told == null
        ? new Where(rule, Optional.empty(), new Found.Opening())
        : new Where(rule, told.map(one -> kind(rule, one, charge)), new Found.NotServed());
  }

  private static Kind<GenericKubernetesResource> kind(
      HealthRule rule, Coordinates coordinates, Drifts.Charge charge) {
    var release = charge.facts().release();
    var usual = release == null ? "" : release.namespace();
    var selector =
        new TreeMap<>(rule.labels())
            .entrySet().stream()
                .map(one -> one.getKey() + "=" + one.getValue())
                .collect(Collectors.joining(","));
    return Kind.untyped(coordinates)
        .in(coordinates.namespaced() ? HealthRules.in(rule, usual) : "")
        .labelled(selector)
        .named(rule.name() == null ? "" : rule.name());
  }

  /**
   * Asks for what is not known.
   *
   * @return when to come back, if nothing else tells
   */
  synchronized Optional<Instant> attend(Drifts.Charge charge, Destination on) {
    var missing =
        charge.demands().rules().stream()
            .filter(rule -> Workloads.own(rule, charge.facts()).isEmpty())
            .map(Named::of)
            .distinct()
            .toList();
    if (missing.isEmpty()) {
      all.remove(charge.addon());
      return Optional.empty();
    }
    var known = all.computeIfAbsent(charge.addon(), _ -> new Known());
    hear(known);
    var lacking =
        missing.stream()
            .filter(one -> known.told.getOrDefault(one, Optional.empty()).isEmpty())
            .toList();
    if (lacking.isEmpty() || known.ticket != null) {
      return Optional.empty();
    }
    var due = known.at.plus(Acting.LOOK_AGAIN);
    var now = timeline.instant();
    var news = !known.asked.containsAll(lacking);
    if (now.isBefore(due) && !news) {
      return Optional.of(due);
    }
    ask(charge.addon(), on, known, lacking);
    return known.ticket == null ? Optional.of(now.plus(Acting.LOOK_AGAIN)) : Optional.empty();
  }

  private void ask(ObjectKey addon, Destination on, Known known, List<Named> lacking) {
    var key = new JobKey(on.name(), "kinds for the health of " + addon);
    whose.put(key, addon);
    var versions = lacking.stream().map(Named::version).collect(Collectors.toSet());
    known.asked = lacking;
    known.at = timeline.instant();
    known.ticket =
        jobs.submit(key, BUDGET, _ -> on.call(client -> ServedKinds.of(client, versions)))
            .orElse(null);
  }

  /** A question that was cut off or not answered is asked again in a while. */
  private void hear(Known known) {
    var ticket = known.ticket;
    if (ticket == null || !ticket.state().ended()) {
      return;
    }
    known.ticket = null;
    if (ticket.state()
        instanceof JobState.Finished<Answer<ServedKinds>>(Answer.Done<ServedKinds>(var served))) {
      known.asked.forEach(one -> known.told.put(one, served.watchable(one.version(), one.kind())));
    }
  }

  synchronized void forget(ObjectKey addon) {
    all.remove(addon);
    whose.values().removeIf(addon::equals);
  }

  @Override
  public void close() {
    jobs.close();
  }
}
