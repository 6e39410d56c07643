package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import java.util.List;
import java.util.stream.Stream;
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
 * @param first releases that had to be there before it, in this order; they go with it
 * @param signedBy fingerprint of the key that signed its chart; empty where nobody asked
 */
public record Facts(
    @Nullable ReleaseKey release,
    String version,
    int revision,
    String status,
    Fingerprint applied,
    String manifest,
    List<String> workloads,
    List<ReleaseKey> first,
    String signedBy) {

  public Facts {
    workloads = List.copyOf(workloads);
    first = List.copyOf(first);
  }

  /** Of a release that needs no other. */
  public Facts(
      @Nullable ReleaseKey release,
      String version,
      int revision,
      String status,
      Fingerprint applied,
      String manifest,
      List<String> workloads) {
    this(release, version, revision, status, applied, manifest, workloads, List.of());
  }

  /** Of a release whose chart need not be signed. */
  public Facts(
      @Nullable ReleaseKey release,
      String version,
      int revision,
      String status,
      Fingerprint applied,
      String manifest,
      List<String> workloads,
      List<ReleaseKey> first) {
    this(release, version, revision, status, applied, manifest, workloads, first, "");
  }

  public static Facts none() {
    return new Facts(null, "", 0, "", Fingerprint.none(), "", List.of());
  }

  public boolean installed() {
    return !applied.equals(Fingerprint.none());
  }

  /** Helm is about to be asked: from now on the release counts as ours to take away. */
  Facts claiming(ReleaseKey key) {
    return release == null
        ? new Facts(key, "", 0, "pending-install", applied, manifest, workloads, first, signedBy)
        : this;
  }

  /** The same, with what comes before the release. */
  public Facts claiming(Wanted wanted) {
    return claiming(wanted.release())
        .with(union(first, wanted.first().stream().map(Piece::release).toList()));
  }

  /** What came before an earlier one is still there. */
  Facts after(Facts earlier) {
    return with(union(earlier.first, first));
  }

  /** All there is to take away, in that order. */
  public List<ReleaseKey> releases() {
    return release == null ? first.reversed() : union(List.of(release), first.reversed());
  }

  private Facts with(List<ReleaseKey> others) {
    return new Facts(
        release, version, revision, status, applied, manifest, workloads, others, signedBy);
  }

  private static List<ReleaseKey> union(List<ReleaseKey> some, List<ReleaseKey> more) {
    return Stream.concat(some.stream(), more.stream()).distinct().toList();
  }
}
