package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is written down of a release.
 *
 * @param release where it is, or is about to be; null before Helm was ever asked
 * @param version of the chart that is installed; empty when none is
 * @param revision as Helm counts; zero for none
 * @param status in Helm's words
 * @param applied what was asked for when it was installed
 * @param manifest hash of all objects it consists of; empty when it is not known
 * @param workloads those of them that tell how it is, as {@link Health} writes them
 */
public record Facts(
    @Nullable ReleaseKey release,
    String version,
    int revision,
    String status,
    Fingerprint applied,
    String manifest,
    List<String> workloads) {

  public Facts {
    workloads = List.copyOf(workloads);
  }

  public static Facts none() {
    return new Facts(null, "", 0, "", Fingerprint.none(), "", List.of());
  }

  boolean installed() {
    return !applied.equals(Fingerprint.none());
  }

  /** Helm is about to be asked: from now on the release counts as ours to take away. */
  Facts claiming(ReleaseKey key) {
    return release == null
        ? new Facts(key, "", 0, "pending-install", applied, manifest, workloads)
        : this;
  }
}
