package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.Way;
import org.jspecify.annotations.Nullable;

/**
 * The way into a cluster.
 *
 * @param key null when there is none yet; there may be one although the cluster is not in use
 */
record Door(Way way, @Nullable Key key) {

  /** The reason for which no watch tells when it is over. */
  static final String UNREADABLE = "KubeconfigUnreadable";

  /** What holds for one who only wants to take something away. */
  Way wayOut() {
    return key != null && way instanceof Way.Shut ? new Way.Open() : way;
  }

  boolean unwatched() {
    return way instanceof Way.Shut(var reason, _) && reason.equals(UNREADABLE);
  }
}
