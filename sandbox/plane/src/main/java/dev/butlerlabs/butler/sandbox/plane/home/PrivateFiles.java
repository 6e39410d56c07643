package dev.butlerlabs.butler.sandbox.plane.home;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/**
 * Files of the owner alone, replaced as a whole: a reader, or a start after a kill, sees the old
 * text or the new one.
 */
public final class PrivateFiles {

  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");

  private PrivateFiles() {}

  /** Makes the folder, and takes it away from others if it was open to them. */
  public static Path folder(Path folder) {
    try {
      Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
      if (!Files.getPosixFilePermissions(folder).equals(FOLDER)) {
        Files.setPosixFilePermissions(folder, FOLDER);
      }
      return folder;
    } catch (IOException e) {
      throw refusal(folder, e);
    }
  }

  public static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new Refusal(file.toString(), "cannot be read: " + e, "check its permissions");
    }
  }

  /** Replaces the file. For what can be made again: a power cut may lose it, a kill may not. */
  public static void write(Path file, String text) {
    replace(file, text, false);
  }

  /** Replaces the file and waits until the disk has it. For what nobody can make again. */
  public static void writeForGood(Path file, String text) {
    replace(file, text, true);
  }

  private static void replace(Path file, String text, boolean sync) {
    var fresh = file.resolveSibling("." + file.getFileName() + ".new");
    try {
      Files.deleteIfExists(fresh);
      Files.createFile(fresh, PosixFilePermissions.asFileAttribute(FILE));
      try (var channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
        var bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        if (sync) {
          channel.force(true);
        }
      }
      Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
      if (sync) {
        syncFolder(file.resolveSibling("."));
      }
    } catch (IOException e) {
      throw refusal(file, e);
    }
  }

  /** The rename itself is on the disk only when its folder is. */
  private static void syncFolder(Path folder) throws IOException {
    try (var channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  static Refusal refusal(Path file, IOException e) {
    var text = String.valueOf(e.getMessage());
    if (text.contains("No space left")) {
      return new Refusal(
          file.toString(),
          "could not be written because the disk is full; what was there before is unharmed",
          "free some space and start again");
    }
    if (text.contains("Read-only file system") || e instanceof AccessDeniedException) {
      return new Refusal(
          file.toString(),
          "could not be written because this user may not write there",
          "choose another home, or give this user the right to write");
    }
    return new Refusal(
        file.toString(), "could not be written: " + e, "look at the folder it is in");
  }
}
