package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.PackedTexts;
import dev.butlerlabs.butler.addons.install.plan.Difference;
import dev.butlerlabs.butler.addons.install.plan.Drift;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.jobs.JobKey;
import dev.butlerlabs.butler.addons.jobs.Jobs;
import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Looks after the objects of releases: whenever the watches show a change, the objects that changed
 * are held against the release. Losing what is remembered here costs one more look.
 */
final class Drifts implements AutoCloseable {

  /** Looks ask API servers and start no program, so there may be more of them than of Helm. */
  private static final Limits LIMITS = new Limits(16, 2, 10_000);

  private static final Duration BUDGET = Duration.ofMinutes(2);

  private final Jobs<Found> jobs;
  private final Timeline timeline;
  private final PackedTexts manifests;
  private final Map<JobKey, ObjectKey> whose = new ConcurrentHashMap<>();
  private final Map<ObjectKey, Attention> cases = new ConcurrentHashMap<>();

  /**
   * Nothing is looked at yet.
   *
   * @param manifests where what is read is kept, by its hash
   * @param ended is told of each addon that was looked at
   */
  Drifts(Timeline timeline, PackedTexts manifests, Consumer<ObjectKey> ended) {
    this.timeline = timeline;
    this.manifests = manifests;
    this.jobs =
        new Jobs<>(LIMITS, timeline, key -> Optional.ofNullable(whose.get(key)).ifPresent(ended));
  }

  /**
   * What is to be looked after.
   *
   * @param generation of the addon: an edit ends all rests
   * @param repair whether what differs is repaired
   * @param demands what it has to be like beside that
   */
  record Charge(ObjectKey addon, long generation, Facts facts, boolean repair, Demands demands) {

    /** Nothing is asked for but its objects. */
    Charge(ObjectKey addon, long generation, Facts facts, boolean repair) {
      this(addon, generation, facts, repair, Demands.none());
    }
  }

  /** The kinds of its release, as far as they are known. */
  Set<Kind<GenericKubernetesResource>> kinds(Charge charge) {
    return of(charge).kinds(timeline.instant());
  }

  /** What is known of it by now. */
  Drift look(Charge charge) {
    return of(charge).drift(charge.repair(), timeline.instant());
  }

  /** What was repaired and not told yet. */
  List<Difference> repaired(ObjectKey addon) {
    var attention = cases.get(addon);
    return attention == null ? List.of() : attention.takeRepaired();
  }

  /** Whether somebody is at its objects just now; the end of that is news. */
  boolean busy(ObjectKey addon) {
    var attention = cases.get(addon);
    return attention != null && attention.busy();
  }

  /**
   * Has it looked at if there is reason to.
   *
   * @return when to come back, if no watch tells
   */
  Optional<Instant> attend(Charge charge, Destination on, View view) {
    var release = charge.facts().release();
    if (release == null || charge.facts().manifest().isEmpty()) {
      return Optional.empty();
    }
    var attention = of(charge);
    var now = timeline.instant();
    var key = new JobKey(on.name(), release.toString());
    whose.put(key, charge.addon());
    var inspection = new Inspection(on, release, charge.facts().manifest(), manifests);
    var due = attention.next(view, charge.repair(), now);
    if (due.isPresent()) {
      var ticket =
          jobs.submit(key, BUDGET, _ -> inspection.compare(due.get().which(), due.get().repair()));
      if (ticket.isEmpty()) {
        return Optional.of(now.plus(Acting.LOOK_AGAIN));
      }
      attention.asked(ticket.get(), view);
    }
    return attention.comeBack(view, charge.repair(), now);
  }

  private Attention of(Charge charge) {
    return cases.compute(
        charge.addon(),
        (_, known) ->
            known == null
                ? new Attention(charge.facts(), charge.generation(), null)
                : known.about(charge.facts(), charge.generation()));
  }

  /** Concerns nobody any more, or has to be looked at from the start. */
  void forget(ObjectKey addon) {
    cases.remove(addon);
    whose.values().removeIf(addon::equals);
  }

  void cancelAll() {
    cases.values().forEach(Attention::cancel);
  }

  @Override
  public void close() {
    jobs.close();
  }
}
