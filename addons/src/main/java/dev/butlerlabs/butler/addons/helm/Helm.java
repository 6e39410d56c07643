package dev.butlerlabs.butler.addons.helm;

import dev.butlerlabs.butler.addons.helm.plan.Revision;
import dev.butlerlabs.butler.pki.Kubeconfig;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What Helm does for us.
 *
 * <p>Every call blocks until it is done or its time is over; interrupting the thread calls it off.
 * Trouble is an answer, not an exception. Calls may be made at the same time, for one cluster or
 * many: nothing is shared between them but charts.
 */
public interface Helm {

  /** Has the chart here, its digest checked. A pinned chart that is here already is not fetched. */
  Answer<LocalChart> pull(Chart chart, Duration within);

  /** Renders without any cluster; {@code lookup} in templates finds nothing. */
  Answer<String> template(Rendering rendering);

  /** The definitions of kinds in its folder {@code crds} and those of charts in it, as text. */
  Answer<String> crds(LocalChart chart, Duration within);

  /**
   * Whether what the chart renders follows from values, name and version alone: it looks nothing
   * up, asks for no kinds of the cluster, and minds no revisions.
   */
  boolean rendersAnywhere(LocalChart chart);

  /**
   * What releases would consist of after upgrades, without any cluster; one answer for each, in
   * order. Those that differ in their values only are rendered by few processes.
   */
  List<Answer<String>> upgrades(List<Rendering> renderings);

  /** Makes a new release. One that fails stays, as failed, so that it can be looked at. */
  Answer<Released> install(Kubeconfig cluster, Installation installation);

  /** Makes a new revision. One that fails stays, as failed: {@link Deploying} goes back. */
  Answer<Released> upgrade(Kubeconfig cluster, Installation installation);

  /** What an upgrade would make of the release: all its objects, as text. Nothing is written. */
  Answer<String> preview(Kubeconfig cluster, Installation installation);

  /**
   * Makes the release what it was in an earlier revision. Also frees one that is locked.
   *
   * @param overrides whether fields are taken back that somebody else wrote since
   */
  Answer<Released> rollback(
      Kubeconfig cluster, ReleaseKey release, int revision, boolean overrides, Duration within);

  /** Takes the release away; tells what stays because the chart asks for it. Gone is done. */
  Answer<List<String>> uninstall(Kubeconfig cluster, ReleaseKey release, Duration within);

  /** All revisions that are kept, oldest first; none when there is no such release. */
  Answer<List<Revision>> history(Kubeconfig cluster, ReleaseKey release, Duration within);

  /** What is noted on the newest revision; nothing when there is no such release. */
  Answer<Optional<ReleaseNote>> note(Kubeconfig cluster, ReleaseKey release, Duration within);

  /** The newest revision. */
  Answer<Released> status(Kubeconfig cluster, ReleaseKey release, Duration within);
}
