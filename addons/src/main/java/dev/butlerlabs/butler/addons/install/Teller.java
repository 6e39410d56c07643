package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Before;
import dev.butlerlabs.butler.addons.install.plan.Difference;
import dev.butlerlabs.butler.addons.install.plan.Drift;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Tells how an addon is, in its status and in events. */
final class Teller {

  private final StatusWriter statuses;
  private final Events events;

  Teller(KubernetesClient client, Set<String> fields, String instance, InstantSource clock) {
    var share = new StatusShare(Namespaces.MANAGER, fields, AddonReport.TYPES, true);
    this.statuses = new StatusWriter(client, share, clock);
    this.events = new Events(client, "butlerlabs.dev/addons", instance, clock);
  }

  /** An event tells when the stage changes; it is told before the status forgets how it was. */
  void tell(HasMetadata addon, AddonReport report, Before before, Map<String, Object> fields) {
    if (report.stage() != before.stage()) {
      AddonEvent.of(report.stage())
          .ifPresent(reason -> events.tell(addon, reason, report.message()));
    }
    var drifted = report.newlyDrifted(before);
    drifted.ifPresent(sentence -> events.tell(addon, AddonEvent.ADDON_DRIFTED, sentence));
    statuses.write(addon, report.verdicts(), fields).orElseThrow();
  }

  void repaired(HasMetadata addon, List<Difference> repaired) {
    if (!repaired.isEmpty()) {
      events.tell(addon, AddonEvent.ADDON_REPAIRED, "repaired: " + Drift.clauses(repaired));
    }
  }

  void leftovers(HasMetadata addon, String sentence) {
    events.tell(addon, AddonEvent.ADDON_LEFTOVERS, sentence);
  }
}
