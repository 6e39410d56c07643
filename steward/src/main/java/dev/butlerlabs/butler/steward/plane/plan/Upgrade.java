package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.steward.versions.KubernetesVersion;
import dev.butlerlabs.butler.steward.versions.KubernetesVersion.Minor;
import dev.butlerlabs.butler.steward.versions.Release;
import dev.butlerlabs.butler.steward.versions.Releases;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which version a control plane runs, and why not the one that is wanted, if so.
 *
 * <p>Only a version that was rolled out counts as recorded: what was asked for while the tenant
 * slept, or while pods did not start, opens no way past a minor.
 */
record Upgrade(Optional<Target> target, Optional<Cause> refusal) {

  /** A version and what its minor needs. */
  record Target(KubernetesVersion version, Release release) {}

  /**
   * Decides.
   *
   * @param recorded the version that was rolled out last
   */
  static Upgrade decide(
      String wanted, Optional<String> recorded, @Nullable Minor oldestKubelet, Releases releases) {
    var from = recorded.flatMap(KubernetesVersion::find);
    var refusal = objection(wanted, from, oldestKubelet, releases);
    if (refusal.isEmpty()) {
      return new Upgrade(target(KubernetesVersion.find(wanted), releases), refusal);
    }
    return new Upgrade(target(from, releases), refusal);
  }

  private static Optional<Target> target(Optional<KubernetesVersion> version, Releases releases) {
    return version.flatMap(
        one -> releases.find(one.minor()).map(release -> new Target(one, release)));
  }

  private static Optional<Cause> objection(
      String wanted,
      Optional<KubernetesVersion> from,
      @Nullable Minor oldestKubelet,
      Releases releases) {
    var parsed = KubernetesVersion.find(wanted);
    if (parsed.isEmpty()) {
      return refused(
          from,
          "spec.kubernetes.version is '" + wanted + "', which is no version",
          "Write it with the v and three numbers, for example " + releases.all().getLast().tried());
    }
    var to = parsed.get().minor();
    var release = releases.find(to);
    if (release.isEmpty()) {
      return refused(
          from,
          "Kubernetes " + to + " is not supported; " + releases.range() + " are",
          "Choose a version of that range");
    }
    if (from.isPresent() && to.ahead(from.get().minor()) > 1) {
      return refused(
          from,
          "version %s skips a minor: %s runs".formatted(wanted, from.get()),
          "Go one minor at a time");
    }
    if (from.isPresent() && to.ahead(from.get().minor()) < 0) {
      return refused(
          from,
          "version %s is older than %s, which runs".formatted(wanted, from.get()),
          "Stored objects cannot be read by an older minor; set the version back");
    }
    return nodes(to, from, oldestKubelet, release.get());
  }

  /** Nodes that are too old already do not stop a patch of the minor they are with. */
  private static Optional<Cause> nodes(
      Minor to, Optional<KubernetesVersion> from, @Nullable Minor oldest, Release release) {
    var staying = from.isPresent() && from.get().minor().equals(to);
    if (staying || oldest == null || oldest.compareTo(release.oldestKubelet()) >= 0) {
      return Optional.empty();
    }
    return refused(
        from,
        "nodes run kubelet %s, and Kubernetes %s serves none older than %s"
            .formatted(oldest, to, release.oldestKubelet()),
        "Upgrade the nodes first");
  }

  private static Optional<Cause> refused(
      Optional<KubernetesVersion> from, String what, String youCan) {
    return Optional.of(
        from.isEmpty()
            ? new Cause("VersionRefused", what, "", youCan)
            : new Cause("UpgradeRefused", what, "what ran before goes on", youCan));
  }
}
