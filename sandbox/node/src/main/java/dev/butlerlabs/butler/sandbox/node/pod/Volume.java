package dev.butlerlabs.butler.sandbox.node.pod;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Files a pod's containers may mount.
 *
 * @param mode of the files that have none of their own
 */
public record Volume(String name, int mode, List<Part> parts) {

  public Volume {
    parts = List.copyOf(parts);
  }

  /** An empty folder, or one of this machine: nothing to be written into it. */
  public boolean plain() {
    return parts.stream().allMatch(part -> part instanceof Part.Empty || part instanceof Part.Host);
  }

  /** What was asked of it and is not done here, in words. */
  public List<String> ignored() {
    return parts.stream()
        .flatMap(part -> part instanceof Part.Empty(var words) ? words.stream() : Stream.empty())
        .toList();
  }

  /** Where some of the files come from. */
  public sealed interface Part {

    default Optional<ObjectRef> reference(String namespace) {
      return Optional.empty();
    }

    /**
     * Nothing; the containers write there.
     *
     * @param ignored what was asked for and is not done here, in words
     */
    record Empty(List<String> ignored) implements Part {
      public Empty {
        ignored = List.copyOf(ignored);
      }
    }

    /** A folder of this machine. */
    record Host(String path) implements Part {}

    /**
     * The keys of an object as files.
     *
     * @param items key to path and mode; none means all keys under their own names
     */
    record FromObject(ObjectRef.Kind kind, String object, Map<String, Item> items, boolean optional)
        implements Part {

      public FromObject {
        items = Map.copyOf(items);
      }

      @Override
      public Optional<ObjectRef> reference(String namespace) {
        return Optional.of(new ObjectRef(kind, namespace, object));
      }
    }

    /** Facts about the pod as files: path to field. */
    record Downward(Map<String, String> fields) implements Part {
      public Downward {
        fields = Map.copyOf(fields);
      }
    }

    /** A token of the pod's service account. */
    record Token(String path, String audience, int lifeSeconds) implements Part {}
  }

  /** Where one key goes; a mode of -1 means the volume's own. */
  public record Item(String path, int mode) {}
}
