package dev.butlerlabs.butler.api.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What an edit of each field of a kind's spec does.
 *
 * <p>A line of the file holds, parted by tabs: the field below {@code spec} ({@code []} behind a
 * list), its group, what holds it ({@link Hold}), why or what happens, and what to do instead. It
 * stands for all fields below it that have no line of their own.
 */
public record EditTable(List<Line> lines) {

  /** What an edit does, in one word. */
  public enum Group {
    LIVE("live"),
    ROLL_OUT("roll-out"),
    GUARDED("guarded"),
    FIXED("fixed");

    private final String word;

    Group(String word) {
      this.word = word;
    }

    public String word() {
      return word;
    }

    static Group of(String word) {
      for (var group : values()) {
        if (group.word.equals(word)) {
          return group;
        }
      }
      throw new IllegalArgumentException(word + " is no group of edits");
    }
  }

  /**
   * A field, or several with one fate.
   *
   * @param why the reason where something holds it, else what happens; may be empty
   * @param instead what to do where it is held; else empty
   */
  public record Line(String field, Group group, Hold hold, String why, String instead) {

    /** Whether it speaks of this field or of one above it. */
    boolean covers(String path) {
      return path.equals(field) || path.startsWith(field + ".") || path.startsWith(field + "[]");
    }

    /** What users read when the API server refuses their edit. */
    public String message() {
      return "spec.%s cannot change, because %s; %s".formatted(field, why, instead);
    }
  }

  public EditTable {
    lines = List.copyOf(lines);
  }

  /** The table of a kind; without lines where it has none. */
  public static EditTable of(Class<?> kind) {
    var file = kind.getAnnotation(Edits.class);
    if (file == null) {
      return new EditTable(List.of());
    }
    try (var stream = kind.getResourceAsStream(file.value())) {
      return read(new String(Objects.requireNonNull(stream, file.value()).readAllBytes(), UTF_8));
    } catch (IOException broken) {
      throw new UncheckedIOException(file.value() + " cannot be read beside " + kind, broken);
    }
  }

  static EditTable read(String text) {
    return new EditTable(
        text.lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .map(EditTable::line)
            .toList());
  }

  private static Line line(String text) {
    var cells = new ArrayList<>(List.of(text.split("\t", -1)));
    while (cells.size() < 5) {
      cells.add("");
    }
    var hold = Hold.of(cells.get(2));
    var line = new Line(cells.get(0), Group.of(cells.get(1)), hold, cells.get(3), cells.get(4));
    if (hold.cel(line.field()).isPresent() == line.instead().isEmpty()) {
      throw new IllegalArgumentException(
          "'%s': who is refused must be told what to do instead, and nobody else".formatted(text));
    }
    return line;
  }

  /** The line that speaks of a field: of those that cover it the nearest. */
  public Optional<Line> nearest(String path) {
    return lines.stream()
        .filter(line -> line.covers(path))
        .max(Comparator.comparingInt(line -> line.field().length()));
  }
}
