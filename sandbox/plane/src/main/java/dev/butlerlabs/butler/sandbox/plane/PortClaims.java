package dev.butlerlabs.butler.sandbox.plane;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;

/**
 * Which ports the sandboxes of a user have chosen in the last minutes. A part that starts late does
 * not listen yet, so that a look at the machine alone would let two sandboxes choose the same port.
 *
 * @param folder has a file for each such port
 */
record PortClaims(Path folder) {

  /** Longer than a sandbox takes to start; after that a look at the machine tells. */
  private static final Duration FRESH = Duration.ofMinutes(10);

  static PortClaims ofThisUser() {
    var name = "butler-ports-" + System.getProperty("user.name");
    return new PortClaims(Path.of(System.getProperty("java.io.tmpdir")).resolve(name));
  }

  /** Whether nobody else chose it; from now on it is chosen. */
  boolean take(int port) {
    try {
      var claim = usable().resolve(String.valueOf(port));
      if (Files.exists(claim) && old(Files.getLastModifiedTime(claim))) {
        Files.delete(claim);
      }
      Files.createFile(claim);
      return true;
    } catch (FileAlreadyExistsException chosen) {
      return false;
    } catch (IOException unusable) {
      // Without the folder, the look at the machine has to do.
      return true;
    }
  }

  private Path usable() throws IOException {
    try {
      return Files.createDirectories(folder);
    } catch (FileAlreadyExistsException noFolder) {
      throw new NotDirectoryException(folder.toString());
    }
  }

  /** By the file system's clock, which stamped the claim too. */
  private boolean old(FileTime claimed) throws IOException {
    var stamp = Files.createTempFile(folder, "now", "");
    try {
      var now = Files.getLastModifiedTime(stamp).toInstant();
      return claimed.toInstant().isBefore(now.minus(FRESH));
    } finally {
      Files.delete(stamp);
    }
  }
}
