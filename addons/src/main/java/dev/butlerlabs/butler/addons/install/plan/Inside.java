package dev.butlerlabs.butler.addons.install.plan;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is known of how an addon is on the cluster. */
public sealed interface Inside {

  /** There is news when it is known. */
  record Looking() implements Inside {}

  /** Nobody can say; never to be read as trouble. */
  record Unseen(String sentence) implements Inside {}

  /**
   * All were seen.
   *
   * @param troubles of workloads that are not as they should be
   * @param unmet what else the definition asks for and is not so
   */
  record Seen(List<String> troubles, List<String> unmet) implements Inside {

    public Seen {
      troubles = List.copyOf(troubles);
      unmet = List.copyOf(unmet);
    }

    /** Nothing else is asked for. */
    public Seen(List<String> troubles) {
      this(troubles, List.of());
    }

    boolean well() {
      return troubles.isEmpty() && unmet.isEmpty();
    }

    String sentence() {
      return Stream.concat(troubles.stream(), unmet.stream()).collect(Collectors.joining("; "));
    }
  }
}
