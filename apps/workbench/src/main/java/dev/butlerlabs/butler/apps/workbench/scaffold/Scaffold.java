package dev.butlerlabs.butler.apps.workbench.scaffold;

import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A provider to begin with: files to make and files to change, worked out and not yet written. */
public final class Scaffold {

  private final Path root;
  private final Map<String, String> made;
  private final Map<String, String> changed;

  private Scaffold(Path root, Map<String, String> made, Map<String, String> changed) {
    this.root = root;
    this.made = made;
    this.changed = changed;
  }

  /** Works everything out, or refuses; nothing is written. */
  public static Scaffold of(Path root, ProviderName name) {
    var made = Templates.files(name);
    for (var file : made.keySet()) {
      if (Files.exists(root.resolve(file))) {
        throw new Refusal(
            "a provider \"" + name + "\"",
            "there is one already: " + file,
            "choose another name, or go on with that one");
      }
    }
    var changed = new LinkedHashMap<String, String>();
    for (var edit : Templates.edits(name)) {
      // A room that this checkout does not have needs no wiring.
      if (Files.exists(root.resolve(edit.file()))) {
        var content = changed.computeIfAbsent(edit.file(), file -> read(root.resolve(file)));
        changed.put(edit.file(), edit.apply(content));
      }
    }
    return new Scaffold(root, made, changed);
  }

  public List<String> made() {
    return List.copyOf(made.keySet());
  }

  public List<String> changed() {
    return List.copyOf(changed.keySet());
  }

  public void write() {
    try {
      for (var file : made.entrySet()) {
        var path = root.resolve(file.getKey());
        Files.createDirectories(path.getParent());
        Files.writeString(path, file.getValue(), StandardOpenOption.CREATE_NEW);
      }
      for (var file : changed.entrySet()) {
        Files.writeString(root.resolve(file.getKey()), file.getValue());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
