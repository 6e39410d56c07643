package dev.butlerlabs.butler.sandbox.toolchain;

import dev.butlerlabs.butler.sandbox.toolchain.image.Sha256;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Programs that are not ours: what version they say they have, and their checksum.
 *
 * <p>Both are remembered in the cache folder until the file changes, because asking seven programs
 * and summing half a gigabyte would cost every start about a second.
 */
final class OutsideTools {

  private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

  private final Path memory;
  private final Programs programs;

  OutsideTools(Path cache, Programs programs) {
    this.memory = cache.resolve("outside");
    this.programs = programs;
  }

  /** What is known about one file; {@code version} is {@code unknown} when it does not tell. */
  record Known(String version, String sha256) {}

  static boolean executable(Path file) {
    return Files.isRegularFile(file) && Files.isExecutable(file);
  }

  Known ask(Path file, VersionQuestion question) throws IOException {
    if (!compiled(file)) {
      // A script may hand on to whatever it likes today, so what it said last time says nothing.
      return new Known(version(file, question), Sha256.of(file));
    }
    var stamp = stamp(file, question);
    var note = memory.resolve(Sha256.of(file.toString().getBytes(StandardCharsets.UTF_8)));
    var remembered = recall(note, stamp);
    if (remembered.isPresent()) {
      return remembered.get();
    }
    var known = new Known(version(file, question), Sha256.of(file));
    Files.createDirectories(memory);
    var draft = Files.createTempFile(memory, ".note-", "");
    Files.writeString(draft, String.join("\n", stamp, known.version(), known.sha256()));
    Files.move(draft, note, StandardCopyOption.ATOMIC_MOVE);
    return known;
  }

  /** Asks without remembering. */
  String version(Path file, VersionQuestion question) throws IOException {
    if (question == VersionQuestion.NONE) {
      return "unknown";
    }
    var command = new ArrayList<>(List.of(file.toAbsolutePath().toString()));
    command.addAll(question.arguments());
    var log = Files.createTempFile("butler-version-", ".txt");
    try {
      var outcome = programs.run(command, Path.of("/"), log, ANSWER_WITHIN);
      return question.read(outcome.output()).orElse("unknown");
    } catch (IOException e) {
      // A text file with the right name, or a program for another processor: it is not ours.
      return "unknown";
    } finally {
      Files.deleteIfExists(log);
    }
  }

  private static boolean compiled(Path file) throws IOException {
    try (var in = Files.newInputStream(file)) {
      return new String(in.readNBytes(4), StandardCharsets.ISO_8859_1).equals("\177ELF");
    }
  }

  private static Optional<Known> recall(Path note, String stamp) throws IOException {
    if (!Files.exists(note)) {
      return Optional.empty();
    }
    var lines = Files.readAllLines(note);
    return lines.size() == 3 && lines.get(0).equals(stamp)
        ? Optional.of(new Known(lines.get(1), lines.get(2)))
        : Optional.empty();
  }

  private static String stamp(Path file, VersionQuestion question) throws IOException {
    return question
        + " "
        + Files.size(file)
        + " "
        + Files.getLastModifiedTime(file).toMillis()
        + " "
        + file.toRealPath();
  }
}
