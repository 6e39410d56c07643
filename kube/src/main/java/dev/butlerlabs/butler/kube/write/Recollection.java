package dev.butlerlabs.butler.kube.write;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What this process remembers of its own applies, bounded, to spare calls that would change
 * nothing. Losing it costs calls and nothing else.
 */
final class Recollection {

  private static final int MOST = 20_000;

  /** The object we wrote, and as what it was stored. */
  record Trace(String uid, int body, String state) {

    /** Whether nothing that an apply could change has changed since. */
    boolean still(HasMetadata seen) {
      return uid.equals(seen.getMetadata().getUid()) && state.equals(stateOf(seen));
    }
  }

  /**
   * What changes with each edit. What controllers report changes the version and not the
   * generation, where a kind has one; labels and annotations change the version alone.
   */
  private static String stateOf(HasMetadata object) {
    var metadata = object.getMetadata();
    return metadata.getGeneration() == null
        ? metadata.getResourceVersion()
        : "%d %s %s %s"
            .formatted(
                metadata.getGeneration(),
                sorted(metadata.getLabels()),
                sorted(metadata.getAnnotations()),
                metadata.getOwnerReferences());
  }

  private static Map<String, String> sorted(@Nullable Map<String, String> some) {
    return some == null ? Map.of() : new TreeMap<>(some);
  }

  private final Map<Attempt, Trace> traces =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Attempt, Trace> eldest) {
          return size() > MOST;
        }
      };

  synchronized Optional<Trace> of(Attempt attempt) {
    return Optional.ofNullable(traces.get(attempt));
  }

  synchronized void keep(Attempt attempt, int body, HasMetadata stored) {
    var metadata = stored.getMetadata();
    traces.put(attempt, new Trace(metadata.getUid(), body, stateOf(stored)));
  }

  synchronized void forget(Attempt attempt) {
    traces.remove(attempt);
  }
}
