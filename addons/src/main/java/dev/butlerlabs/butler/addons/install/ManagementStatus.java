package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Before;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Stage;
import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.api.addons.ManagementAddonStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The status of a ManagementAddon, read and written. */
final class ManagementStatus {

  static final Set<String> FIELDS =
      Set.of(
          "phase",
          "message",
          "installedVersion",
          "lastAttemptedVersion",
          "helmRelease",
          "signedBy",
          "appliedHash",
          "manifestHash",
          "workloads",
          "prerequisiteReleases",
          "pendingUpgrade");

  private ManagementStatus() {}

  static Before read(ManagementAddon addon, Instant now) {
    var status = addon.getStatus();
    if (status == null) {
      return new Before(Stage.PENDING, now, Facts.none(), Conditions.none());
    }
    var conditions = new Conditions(status.conditions());
    var facts =
        TenantStatus.facts(
            status.helmRelease(),
            TenantStatus.given(status.installedVersion()),
            TenantStatus.given(status.appliedHash()),
            TenantStatus.given(status.manifestHash()),
            status.workloads(),
            status.prerequisiteReleases(),
            TenantStatus.given(status.signedBy()));
    var since = conditions.find(AddonReport.READY).map(Condition::lastTransitionTime).orElse(now);
    return new Before(stage(status.phase(), conditions), since, facts, conditions);
  }

  /** The kind has no phase of its own for what is installed and does not serve. */
  private static Stage stage(@Nullable Phase phase, Conditions conditions) {
    return switch (phase) {
      case null -> Stage.PENDING;
      case PENDING -> Stage.PENDING;
      case INSTALLING -> Stage.INSTALLING;
      case INSTALLED -> conditions.holds(AddonReport.READY) ? Stage.INSTALLED : Stage.DEGRADED;
      case UPGRADING -> Stage.UPGRADING;
      case FAILED -> Stage.FAILED;
      case UNINSTALLING -> Stage.DELETING;
    };
  }

  private static Phase phase(Stage stage) {
    return switch (stage) {
      case PENDING -> Phase.PENDING;
      case INSTALLING -> Phase.INSTALLING;
      case INSTALLED, DEGRADED -> Phase.INSTALLED;
      case UPGRADING -> Phase.UPGRADING;
      case FAILED -> Phase.FAILED;
      case DELETING -> Phase.UNINSTALLING;
    };
  }

  /**
   * What is to be written.
   *
   * @param attempted the version that was tried last; empty for none
   */
  static Map<String, Object> write(AddonReport report, String attempted) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("phase", phase(report.stage()));
    if (!attempted.isEmpty()) {
      fields.put("lastAttemptedVersion", attempted);
    }
    TenantStatus.put(fields, report);
    return fields;
  }
}
