package dev.butlerlabs.butler.sandbox.toolchain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The note kept beside cached files: what they are, whence, and how they looked when stored.
 *
 * <p>Plain lines rather than JSON, because it is read at every start and a JSON library takes half
 * a second to load.
 */
record Receipt(String version, Source source, Instant when, List<FileMark> files) {

  private static final String END = "end";

  /** One file as it was stored; {@code modified} is its time stamp in milliseconds. */
  record FileMark(String name, long size, long modified, String sha256) {}

  Receipt {
    files = List.copyOf(files);
  }

  String write() {
    var lines = new ArrayList<String>();
    lines.add("version " + version);
    lines.add("stored " + when);
    lines.add(
        switch (source) {
          case Source.Image(var reference, var digest) -> "image " + reference + " " + digest;
          case Source.Built(var seconds) -> "built " + seconds + " s";
          case Source.Configured _, Source.OnPath _, Source.Cached _ ->
              throw new IllegalArgumentException("the cache is not filled from " + source);
        });
    for (var file : files) {
      lines.add(
          String.join(
              " ",
              file.sha256(),
              Long.toString(file.size()),
              Long.toString(file.modified()),
              file.name()));
    }
    lines.add(END);
    return String.join("\n", lines) + "\n";
  }

  /** Reads what {@link #write} wrote; nothing when the text is cut short or altered. */
  static Optional<Receipt> parse(String text) {
    var lines = text.lines().toList();
    if (lines.size() < 5 || !text.endsWith("\n" + END + "\n")) {
      return Optional.empty();
    }
    try {
      var files = lines.subList(3, lines.size() - 1).stream().map(Receipt::file).toList();
      return Optional.of(
          new Receipt(
              words(lines.get(0), 2).get(1),
              source(lines.get(2)),
              Instant.parse(words(lines.get(1), 2).get(1)),
              files));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Source source(String line) {
    var words = words(line, 3);
    return switch (words.get(0)) {
      case "image" -> new Source.Image(words.get(1), words.get(2));
      case "built" -> new Source.Built(Long.parseLong(words.get(1)));
      default -> throw new IllegalArgumentException("unknown source " + line);
    };
  }

  private static FileMark file(String line) {
    var words = words(line, 4);
    return new FileMark(
        words.get(3), Long.parseLong(words.get(1)), Long.parseLong(words.get(2)), words.get(0));
  }

  private static List<String> words(String line, int count) {
    return List.of(line.split(" ", count));
  }
}
