package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Before;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Fingerprint;
import dev.butlerlabs.butler.addons.install.plan.Stage;
import dev.butlerlabs.butler.api.addons.HelmRelease;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.kernel.Conditions;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The status of a TenantAddon, read and written. */
final class TenantStatus {

  static final Set<String> FIELDS =
      Set.of(
          "phase",
          "message",
          "installedVersion",
          "helmRelease",
          "signedBy",
          "appliedHash",
          "manifestHash",
          "workloads",
          "prerequisiteReleases",
          "pendingUpgrade",
          "lastTransitionTime");

  private TenantStatus() {}

  static Before read(TenantAddon addon, Instant now) {
    var status = addon.getStatus();
    if (status == null) {
      return new Before(Stage.PENDING, now, Facts.none(), Conditions.none());
    }
    var phase = status.phase();
    return new Before(
        phase == null ? Stage.PENDING : Stage.valueOf(phase.name()),
        Objects.requireNonNullElse(status.lastTransitionTime(), now),
        facts(
            status.helmRelease(),
            given(status.installedVersion()),
            given(status.appliedHash()),
            given(status.manifestHash()),
            status.workloads(),
            status.prerequisiteReleases(),
            given(status.signedBy())),
        new Conditions(status.conditions()));
  }

  static Facts facts(
      @Nullable HelmRelease release,
      String version,
      String applied,
      String manifest,
      List<String> workloads,
      List<String> first,
      String signedBy) {
    if (release == null || release.name() == null || release.namespace() == null) {
      return Facts.none();
    }
    return new Facts(
        new ReleaseKey(release.namespace(), release.name()),
        version,
        Objects.requireNonNullElse(release.revision(), 0),
        given(release.status()),
        Fingerprint.parse(applied),
        manifest,
        workloads,
        first.stream().flatMap(text -> ReleaseKey.parse(text).stream()).toList(),
        signedBy);
  }

  /** Whether a release was ever asked for. */
  static boolean holds(@Nullable HelmRelease release) {
    return release != null && release.name() != null && release.namespace() != null;
  }

  static Map<String, Object> write(AddonReport report, Before before, Instant now) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("phase", Phase.valueOf(report.stage().name()));
    var since =
        report.stage() == before.stage() ? before.since() : now.truncatedTo(ChronoUnit.SECONDS);
    fields.put("lastTransitionTime", since.truncatedTo(ChronoUnit.SECONDS));
    put(fields, report);
    return fields;
  }

  /** What both kinds of addons tell alike. */
  static void put(Map<String, Object> fields, AddonReport report) {
    var facts = report.facts();
    if (!report.message().isEmpty()) {
      fields.put("message", report.message());
    }
    if (!facts.version().isEmpty()) {
      fields.put("installedVersion", facts.version());
    }
    var release = facts.release();
    if (release != null) {
      fields.put(
          "helmRelease",
          new HelmRelease(
              release.name(),
              release.namespace(),
              facts.version().isEmpty() ? null : facts.version(),
              facts.revision() == 0 ? null : facts.revision(),
              facts.status()));
    }
    if (!facts.signedBy().isEmpty()) {
      fields.put("signedBy", facts.signedBy());
    }
    if (!facts.applied().text().isEmpty()) {
      fields.put("appliedHash", facts.applied().text());
    }
    if (!facts.manifest().isEmpty()) {
      fields.put("manifestHash", facts.manifest());
    }
    if (!facts.workloads().isEmpty()) {
      fields.put("workloads", facts.workloads());
    }
    if (!facts.first().isEmpty()) {
      fields.put("prerequisiteReleases", facts.first().stream().map(ReleaseKey::toString).toList());
    }
  }

  static String given(@Nullable String text) {
    return text == null ? "" : text;
  }
}
