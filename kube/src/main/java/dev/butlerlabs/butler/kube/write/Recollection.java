package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kernel.Checksum;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.lang.ref.WeakReference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What this process remembers of its own applies, bounded, to spare calls that would change
 * nothing. Losing it costs calls and nothing else.
 */
final class Recollection {

  private static final int MOST = 20_000;

  /**
   * The object we wrote, and as what it was stored.
   *
   * @param desired what was asked for, while somebody still holds it
   * @param body what was sent, in short
   * @param wanted labels, annotations and owners as we wrote them; others may add theirs
   * @param seen the last state of it in which all of ours was as it was stored
   * @param ours what was stored of the fields we sent; null when it was stored otherwise
   */
  record Trace(
      String uid,
      WeakReference<HasMetadata> desired,
      int body,
      Attached wanted,
      State seen,
      @Nullable String ours) {

    /** The very object that was asked for last; no need to look into it. */
    boolean asked(HasMetadata again) {
      return desired.refersTo(again);
    }

    /** Whether this is the object, with nothing changed that an edit or a controller could. */
    boolean as(HasMetadata stored) {
      return sameObject(stored) && seen.version().equals(stored.getMetadata().getResourceVersion());
    }

    /** Whether only others' reports, labels and owners are new. */
    boolean besides(HasMetadata stored) {
      return sameObject(stored)
          && Attached.of(stored.getMetadata()).hasAllOf(wanted)
          && seen.unedited(State.of(stored));
    }

    /** Whether what others edited leaves our fields as an apply of the same would. */
    boolean around(HasMetadata stored, ObjectNode sent) {
      return sameObject(stored)
          && Attached.of(stored.getMetadata()).hasAllOf(wanted)
          && ours != null
          && ours.equals(oursIn(stored, sent));
    }

    private boolean sameObject(HasMetadata stored) {
      return uid.equals(stored.getMetadata().getUid());
    }

    Trace seenAs(HasMetadata stored, HasMetadata again) {
      return new Trace(uid, new WeakReference<>(again), body, wanted, State.of(stored), ours);
    }
  }

  /**
   * Which state of an object it is.
   *
   * @param generation changes with each edit and not with reports; null for kinds without
   */
  record State(String version, @Nullable Long generation) {

    static State of(HasMetadata object) {
      var metadata = object.getMetadata();
      return new State(metadata.getResourceVersion(), metadata.getGeneration());
    }

    boolean unedited(State later) {
      return generation != null && generation.equals(later.generation);
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
   * What an object has where we wrote something, metadata aside; a list counts as one value. Null
   * when it lacks some of it, as a Secret lacks the text it was given in clear.
   */
  private static @Nullable String oursIn(HasMetadata object, ObjectNode sent) {
    var fields = sent.deepCopy();
    fields.remove("metadata");
    var found = found(fields, Patches.tree(object));
    return found == null ? null : Checksum.of(Patches.text(found)).text();
  }

  private static @Nullable JsonNode found(JsonNode sent, @Nullable JsonNode stored) {
    if (!(sent instanceof ObjectNode fields) || !(stored instanceof ObjectNode)) {
      return stored;
    }
    var both = fields.objectNode();
    for (var field : fields.properties()) {
      var one = found(field.getValue(), stored.get(field.getKey()));
      if (one == null) {
        return null;
      }
      both.set(field.getKey(), one);
    }
    return both;
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

  void keep(Attempt attempt, ObjectNode body, HasMetadata desired, HasMetadata stored) {
    keep(
        attempt,
        new Trace(
            stored.getMetadata().getUid(),
            new WeakReference<>(desired),
            body.hashCode(),
            Attached.of(desired.getMetadata()),
            State.of(stored),
            oursIn(stored, body)));
  }

  synchronized void keep(Attempt attempt, Trace trace) {
    traces.put(attempt, trace);
  }

  synchronized void forget(Attempt attempt) {
    traces.remove(attempt);
  }
}
