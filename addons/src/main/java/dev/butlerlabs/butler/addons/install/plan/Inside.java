package dev.butlerlabs.butler.addons.install.plan;

import java.util.List;

/** What is known of the workloads on the cluster. */
public sealed interface Inside {

  /** There is news when it is known. */
  record Looking() implements Inside {}

  /** Nobody can say; never to be read as trouble. */
  record Unseen(String sentence) implements Inside {}

  /** All were seen; these are not as they should be. */
  record Seen(List<String> troubles) implements Inside {

    public Seen {
      troubles = List.copyOf(troubles);
    }
  }
}
