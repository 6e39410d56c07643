package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kernel.Checksum;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What this process remembers of its own applies, bounded, to spare calls that would change
 * nothing. Losing it costs calls and nothing else.
 */
final class Recollection {

  private static final int MOST = 20_000;

  /**
   * The object we wrote, and as what it was stored.
   *
   * @param wanted labels, annotations and owners as we wrote them; others may add theirs
   * @param content what an edit changes besides those
   */
  record Trace(String uid, int body, Attached wanted, String version, String content) {

    /** Whether everything is as an apply of the same would leave it. */
    boolean still(HasMetadata seen) {
      var metadata = seen.getMetadata();
      return uid.equals(metadata.getUid())
          && (version.equals(metadata.getResourceVersion())
              || (Attached.of(metadata).hasAllOf(wanted) && content.equals(contentOf(seen))));
    }
  }

  /** What hangs on an object, and no generation counts. */
  record Attached(
      Map<String, String> labels, Map<String, String> annotations, List<OwnerReference> owners) {

    static Attached of(ObjectMeta metadata) {
      return new Attached(
          Objects.requireNonNullElse(metadata.getLabels(), Map.of()),
          Objects.requireNonNullElse(metadata.getAnnotations(), Map.of()),
          Objects.requireNonNullElse(metadata.getOwnerReferences(), List.of()));
    }

    boolean hasAllOf(Attached other) {
      return labels.entrySet().containsAll(other.labels.entrySet())
          && annotations.entrySet().containsAll(other.annotations.entrySet())
          && owners.containsAll(other.owners);
    }
  }

  /**
   * What changes with each edit and not with what controllers report: the generation, or, of a kind
   * that has none, all there is but its metadata and status.
   */
  private static String contentOf(HasMetadata object) {
    var generation = object.getMetadata().getGeneration();
    if (generation != null) {
      return generation.toString();
    }
    var tree = (ObjectNode) Patches.tree(object);
    tree.remove(List.of("metadata", "status"));
    return Checksum.of(Patches.text(tree)).text();
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

  void keep(Attempt attempt, int body, HasMetadata desired, HasMetadata stored) {
    var metadata = stored.getMetadata();
    var trace =
        new Trace(
            metadata.getUid(),
            body,
            Attached.of(desired.getMetadata()),
            metadata.getResourceVersion(),
            contentOf(stored));
    synchronized (this) {
      traces.put(attempt, trace);
    }
  }

  synchronized void forget(Attempt attempt) {
    traces.remove(attempt);
  }
}
