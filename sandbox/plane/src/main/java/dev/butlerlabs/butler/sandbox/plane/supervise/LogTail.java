package dev.butlerlabs.butler.sandbox.plane.supervise;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** The last words of a program, which usually name its trouble. */
final class LogTail {

  private static final int LOOK_BACK = 4096;
  private static final int LONGEST = 300;

  private LogTail() {}

  static String quote(Path log) {
    var words = lastLine(log);
    return words.isEmpty() ? "" : " (its last words: " + words + ")";
  }

  private static String lastLine(Path log) {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      var from = Math.max(0, file.length() - LOOK_BACK);
      var bytes = new byte[(int) (file.length() - from)];
      file.seek(from);
      file.readFully(bytes);
      var line =
          new String(bytes, StandardCharsets.UTF_8)
              .lines()
              // Indented lines are the rest of a stack trace; its head says more.
              .filter(text -> !text.isBlank() && !Character.isWhitespace(text.charAt(0)))
              .reduce("", (before, text) -> text);
      return line.length() > LONGEST ? line.substring(line.length() - LONGEST) : line;
    } catch (IOException e) {
      return "";
    }
  }
}
