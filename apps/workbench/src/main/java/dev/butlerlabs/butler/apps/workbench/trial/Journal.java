package dev.butlerlabs.butler.apps.workbench.trial;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What may be on the platform because of us, in a file, written before it is made: a trial that was
 * killed is cleaned up after by the next.
 */
public final class Journal {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final String place;
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  private Journal(Path file, String place, List<Entry> left) {
    this.file = file;
    this.place = place;
    left.forEach(entry -> entries.put(key(entry.kind(), entry.uid()), entry));
  }

  /**
   * One thing that was, or was about to be, made.
   *
   * @param place where; nothing of it is to be seen from elsewhere
   */
  public record Entry(String kind, String name, String uid, String memo, @Nullable String place) {
    @Override
    public String toString() {
      return kind + " " + name;
    }
  }

  /**
   * The notes in a file.
   *
   * @param place where things will be made
   */
  public static Journal at(Path file, String place) {
    if (!Files.exists(file)) {
      return new Journal(file, place, List.of());
    }
    try {
      return new Journal(
          file, place, JSON.readValue(Files.readString(file), new TypeReference<List<Entry>>() {}));
    } catch (IOException unreadable) {
      throw new Refusal(
          file.toString(),
          "an earlier trial noted here what it left behind, and the note cannot be read",
          "look at it, remove by hand what it names, then delete the file");
    }
  }

  private static String key(String kind, String uid) {
    return kind + "/" + uid;
  }

  /** This may be on the platform. */
  boolean holds(Thing thing) {
    return entries.containsKey(key(thing.kind().name(), thing.uid()));
  }

  public List<Entry> left() {
    return List.copyOf(entries.values());
  }

  /** Whether it was made where this trial does not look. */
  boolean elsewhere(Entry entry) {
    return entry.place() != null && !entry.place().equals(place);
  }

  void note(Thing thing, Memo memo) {
    entries.put(
        key(thing.kind().name(), thing.uid()),
        new Entry(thing.kind().name(), thing.name(), thing.uid(), memo.text(), place));
    write();
  }

  void forget(Thing thing) {
    entries.remove(key(thing.kind().name(), thing.uid()));
    write();
  }

  /** Written beside and then moved, so that a kill leaves the old note or the new one. */
  private void write() {
    try {
      if (entries.isEmpty()) {
        Files.deleteIfExists(file);
        return;
      }
      var next = file.resolveSibling(file.getFileName() + ".next");
      Files.writeString(next, JSON.writeValueAsString(left()));
      Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot note in " + file + " what is being made", e);
    }
  }
}
