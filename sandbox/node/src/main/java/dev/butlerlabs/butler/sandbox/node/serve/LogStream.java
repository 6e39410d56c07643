package dev.butlerlabs.butler.sandbox.node.serve;

import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Copies a log to somebody who reads along. */
final class LogStream {

  private static final Duration LOOK_EVERY = Duration.ofMillis(100);
  private static final int CHUNK = 16 * 1024;

  private LogStream() {}

  /**
   * @param tail how many of the last lines to begin with; negative for all
   * @param most how many bytes at most
   * @param growing whether to wait for more at the end
   */
  static void copy(Path log, long tail, long most, BooleanSupplier growing, OutputStream to)
      throws IOException {
    try (var file = new RandomAccessFile(log.toFile(), "r")) {
      file.seek(tail < 0 ? 0 : start(file, tail));
      var left = most;
      while (left > 0) {
        // Asked before reading: what was written before the end is then still read.
        var more = growing.getAsBoolean();
        var copied = drain(file, to, left);
        left -= copied;
        if (copied == 0 && !more) {
          return;
        }
        if (copied == 0) {
          startOver(file);
          // Others write the file; looking is simpler than a watcher and cheap at this pace.
          LockSupport.parkNanos(LOOK_EVERY.toNanos());
        }
      }
    }
  }

  /** A log that was set aside and emptied is read from its new beginning. */
  private static void startOver(RandomAccessFile file) throws IOException {
    if (file.length() < file.getFilePointer()) {
      file.seek(0);
    }
  }

  private static long drain(RandomAccessFile file, OutputStream to, long most) throws IOException {
    var buffer = new byte[CHUNK];
    long copied = 0;
    int read;
    while (copied < most
        && (read = file.read(buffer, 0, (int) Math.min(CHUNK, most - copied))) > 0) {
      to.write(buffer, 0, read);
      copied += read;
    }
    if (copied > 0) {
      to.flush();
    }
    return copied;
  }

  /** Where the last lines begin, looking backwards from the end. */
  private static long start(RandomAccessFile file, long lines) throws IOException {
    var end = file.length();
    var position = end;
    var found = 0L;
    var buffer = new byte[CHUNK];
    while (position > 0) {
      var from = Math.max(0, position - CHUNK);
      var length = (int) (position - from);
      file.seek(from);
      file.readFully(buffer, 0, length);
      for (var i = length - 1; i >= 0; i--) {
        if (buffer[i] == '\n' && from + i != end - 1 && ++found >= lines) {
          return from + i + 1;
        }
      }
      position = from;
    }
    return lines == 0 ? end : 0;
  }
}
