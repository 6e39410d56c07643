package dev.butlerlabs.butler.kube.write;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/**
 * What came of applying a whole set of objects.
 *
 * @param stored as the API server answered, in the order they were asked for
 * @param pruned what was removed because it is desired no more
 */
public record Applied(List<HasMetadata> stored, List<Attempt> pruned, List<Trouble> troubles) {

  public Applied {
    stored = List.copyOf(stored);
    pruned = List.copyOf(pruned);
    troubles = List.copyOf(troubles);
  }

  public boolean complete() {
    return troubles.isEmpty();
  }

  public Optional<Trouble> firstTrouble() {
    return troubles.stream().findFirst();
  }
}
