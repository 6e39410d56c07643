package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Before;
import dev.butlerlabs.butler.addons.install.plan.Difference;
import dev.butlerlabs.butler.addons.install.plan.Drift;
import dev.butlerlabs.butler.addons.install.plan.Ending;
import dev.butlerlabs.butler.addons.install.plan.Step;
import dev.butlerlabs.butler.api.addons.PendingUpgrade;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.write.EventQueue;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Tells how an addon is, in its status and in events. */
final class Teller {

  private final StatusWriter statuses;
  private final Events events;
  private final EventQueue later;
  private final Map<ObjectKey, Told> told = new ConcurrentHashMap<>();

  /**
   * What stands in the status of an addon in that version.
   *
   * @param generation that is told as observed: another one may be stored by then
   */
  private record Told(
      String version, long generation, List<Verdict> verdicts, Map<String, Object> fields) {
    Told in(String stored) {
      return new Told(stored, generation, verdicts, fields);
    }
  }

  /**
   * What it tells with.
   *
   * @param later for what a change of the catalog makes us tell of very many addons at once
   */
  record Parts(KubernetesClient client, Events events, EventQueue later, InstantSource clock) {}

  Teller(Parts parts, Set<String> fields) {
    var share = new StatusShare(Namespaces.MANAGER, fields, AddonReport.TYPES, true);
    this.statuses = new StatusWriter(parts.client(), share, parts.clock());
    this.events = parts.events();
    this.later = parts.later();
  }

  /** An event tells when the stage changes; it is told before the status forgets how it was. */
  void tell(HasMetadata addon, AddonReport report, Before before, Map<String, Object> fields) {
    if (report.stage() != before.stage()) {
      AddonEvent.of(report.stage())
          .ifPresent(reason -> events.tell(addon, reason, report.message()));
    }
    var drifted = report.newlyDrifted(before);
    drifted.ifPresent(sentence -> events.tell(addon, AddonEvent.ADDON_DRIFTED, sentence));
    write(addon, report.verdicts(), fields);
  }

  /** Most looks tell what the one before told: then nothing is worked out. */
  private void write(HasMetadata addon, List<Verdict> verdicts, Map<String, Object> fields) {
    var key = AddonKinds.keyOf(addon);
    var generation = Objects.requireNonNullElse(addon.getMetadata().getGeneration(), 0L);
    var now = new Told(version(addon), generation, verdicts, Map.copyOf(fields));
    if (!now.equals(told.get(key))) {
      var stored = statuses.write(addon, verdicts, fields).orElseThrow();
      told.put(key, now.in(version(stored)));
    }
  }

  private static String version(HasMetadata addon) {
    return addon.getMetadata().getUid() + "@" + addon.getMetadata().getResourceVersion();
  }

  /** It is gone. */
  void forget(ObjectKey addon) {
    told.remove(addon);
  }

  /**
   * Adds what is offered to what is told, with an event when it is news of the catalog.
   *
   * @param step an offer is made to what is kept; whoever pauses may be told something else
   * @param before what was told of it
   */
  void offered(
      HasMetadata addon,
      Step step,
      Map<String, Object> fields,
      Optional<PendingUpgrade> offer,
      @Nullable PendingUpgrade before) {
    offer.ifPresent(
        one -> {
          fields.put("pendingUpgrade", one);
          if (step instanceof Step.Keep
              && (before == null || !before.version().equals(one.version()))) {
            later.tell(
                addon,
                AddonEvent.ADDON_UPGRADE_OFFERED,
                "the catalog offers %s: %s".formatted(one.version(), one.summary()));
          }
        });
  }

  void repaired(HasMetadata addon, List<Difference> repaired) {
    if (!repaired.isEmpty()) {
      events.tell(addon, AddonEvent.ADDON_REPAIRED, "repaired: " + Drift.clauses(repaired));
    }
  }

  /** What stays of an addon that is gone, and what does not. */
  void leftovers(HasMetadata addon, Ending.LetGo end) {
    if (!end.leftovers().isEmpty()) {
      events.tell(addon, AddonEvent.ADDON_LEFTOVERS, end.leftovers());
    }
    if (!end.purged().isEmpty()) {
      events.tell(addon, AddonEvent.ADDON_PURGED, end.purged());
    }
  }
}
