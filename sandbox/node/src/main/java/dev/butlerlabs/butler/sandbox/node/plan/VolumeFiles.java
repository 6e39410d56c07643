package dev.butlerlabs.butler.sandbox.node.plan;

import dev.butlerlabs.butler.sandbox.node.pod.Contents;
import dev.butlerlabs.butler.sandbox.node.pod.ObjectRef;
import dev.butlerlabs.butler.sandbox.node.pod.Volume;
import dev.butlerlabs.butler.sandbox.node.pod.Volume.Item;
import dev.butlerlabs.butler.sandbox.node.pod.Volume.Part;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which files a volume holds, or why that is not known yet. */
public sealed interface VolumeFiles {

  /** All of them by path below the volume. */
  record Known(Map<String, OneFile> files) implements VolumeFiles {
    public Known {
      files = Map.copyOf(files);
    }
  }

  /** Something is not there. */
  record NotYet(Missing missing) implements VolumeFiles {}

  /**
   * The files as the pod asks for them.
   *
   * @param tokens the service account tokens by the path they go to
   */
  static VolumeFiles of(Volume volume, PodFacts facts, Lookup lookup, Map<String, String> tokens) {
    var files = new LinkedHashMap<String, OneFile>();
    for (var part : volume.parts()) {
      var missing = add(files, part, volume.mode(), facts, lookup, tokens);
      if (missing.isPresent()) {
        return new NotYet(
            Missing.config("the volume %s %s".formatted(volume.name(), missing.get())));
      }
    }
    var astray = files.keySet().stream().filter(VolumeFiles::leavesTheVolume).findFirst();
    return astray.isPresent()
        ? new NotYet(
            Missing.config(
                "the volume %s asks for the path %s, which leaves it"
                    .formatted(volume.name(), astray.get())))
        : new Known(files);
  }

  private static boolean leavesTheVolume(String path) {
    return path.startsWith("/") || List.of(path.split("/", -1)).contains("..");
  }

  private static Optional<String> add(
      Map<String, OneFile> files,
      Part part,
      int mode,
      PodFacts facts,
      Lookup lookup,
      Map<String, String> tokens) {
    return switch (part) {
      case Part.Empty _, Part.Host _ -> Optional.empty();
      case Part.FromObject object -> addObject(files, object, mode, facts, lookup);
      case Part.Downward(var fields) -> addFields(files, fields, mode, facts);
      case Part.Token token -> {
        var value = tokens.get(token.path());
        if (value == null) {
          yield Optional.of("waits for a token of the pod's service account");
        }
        files.put(token.path(), new OneFile(Contents.utf8(value), mode & 0600));
        yield Optional.empty();
      }
    };
  }

  private static Optional<String> addFields(
      Map<String, OneFile> files, Map<String, String> fields, int mode, PodFacts facts) {
    for (var field : fields.entrySet()) {
      var value = facts.value(field.getValue());
      if (value.isEmpty()) {
        return Optional.of("asks for " + field.getValue() + ", which is unknown here");
      }
      files.put(field.getKey(), new OneFile(Contents.utf8(value.get()), mode));
    }
    return Optional.empty();
  }

  private static Optional<String> addObject(
      Map<String, OneFile> files, Part.FromObject object, int mode, PodFacts facts, Lookup lookup) {
    var reference = new ObjectRef(object.kind(), facts.order().pod().namespace(), object.object());
    var known = lookup.find(reference);
    var contents = known.flatMap(found -> found);
    if (contents.isEmpty()) {
      return object.optional() && known.isPresent()
          ? Optional.empty()
          : Optional.of("waits for " + reference);
    }
    var entries = contents.get().entries();
    if (object.items().isEmpty()) {
      entries.forEach((key, bytes) -> files.put(key, new OneFile(bytes, mode)));
      return Optional.empty();
    }
    for (var item : object.items().entrySet()) {
      var bytes = entries.get(item.getKey());
      if (bytes == null && !object.optional()) {
        return Optional.of("waits for the key %s of %s".formatted(item.getKey(), reference));
      }
      if (bytes != null) {
        files.put(item.getValue().path(), new OneFile(bytes, mode(item.getValue(), mode)));
      }
    }
    return Optional.empty();
  }

  private static int mode(Item item, int usual) {
    return item.mode() < 0 ? usual : item.mode();
  }
}
