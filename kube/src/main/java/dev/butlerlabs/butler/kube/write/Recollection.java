package dev.butlerlabs.butler.kube.write;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What this process remembers of its own applies, bounded, to spare calls that would change
 * nothing. Losing it costs calls and nothing else.
 */
final class Recollection {

  private static final int MOST = 20_000;

  /** The object we wrote, and as what it was stored. */
  record Trace(String uid, int body, String resourceVersion) {}

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
    traces.put(attempt, new Trace(metadata.getUid(), body, metadata.getResourceVersion()));
  }

  synchronized void forget(Attempt attempt) {
    traces.remove(attempt);
  }
}
