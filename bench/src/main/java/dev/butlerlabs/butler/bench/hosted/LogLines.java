package dev.butlerlabs.butler.bench.hosted;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The whole lines of a log that others write, and set aside when it is long. */
final class LogLines implements AutoCloseable {

  /** Takes one line. */
  interface Taker {
    void take(String line) throws IOException;
  }

  private final Path file;
  private final byte[] buffer = new byte[1 << 16];
  private final ByteArrayOutputStream begun = new ByteArrayOutputStream();
  private InputStream input;
  private @Nullable Object identity;

  /** From what is written next. */
  LogLines(Path file) throws IOException {
    this.file = file;
    this.input = Files.newInputStream(file);
    this.identity = identity();
    input.skipNBytes(Files.size(file));
  }

  private @Nullable Object identity() throws IOException {
    return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
  }

  /** Hands over what was written meanwhile; false when that is nothing. */
  boolean next(Taker taker) throws IOException {
    if (some(taker)) {
      return true;
    }
    var now = Files.exists(file) ? identity() : identity;
    if (Objects.equals(identity, now)) {
      return false;
    }
    // Nothing comes to the old one once the new one is there.
    while (some(taker)) {}
    input.close();
    input = Files.newInputStream(file);
    identity = now;
    return true;
  }

  private boolean some(Taker taker) throws IOException {
    var length = input.read(buffer);
    for (var i = 0; i < length; i++) {
      if (buffer[i] == '\n') {
        taker.take(begun.toString(UTF_8));
        begun.reset();
      } else {
        begun.write(buffer[i]);
      }
    }
    return length > 0;
  }

  @Override
  public void close() throws IOException {
    input.close();
  }
}
