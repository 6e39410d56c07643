package dev.butlerlabs.butler.addons.helm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;

/**
 * Charts that were fetched, each under its digest. What is here never changes, so any number of
 * operations and processes may read it; a file that is not what its name says is thrown away.
 */
final class ChartStore {

  private final Path folder;

  ChartStore(Path folder) {
    this.folder = folder;
  }

  Optional<LocalChart> find(Digest digest) throws IOException {
    var file = file(digest);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    if (!Digest.of(file).equals(digest)) {
      Files.deleteIfExists(file);
      return Optional.empty();
    }
    return Optional.of(new LocalChart(file, digest));
  }

  /** Keeps a copy of the archive; returns when it is whole and nobody can see half of it. */
  LocalChart keep(Path archive, Digest digest) throws IOException {
    Files.createDirectories(folder);
    var half = Files.createTempFile(folder, "half-", ".tgz");
    try {
      Files.copy(archive, half, StandardCopyOption.REPLACE_EXISTING);
      Files.setPosixFilePermissions(half, PosixFilePermissions.fromString("r--r--r--"));
      Files.move(half, file(digest), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(half);
    }
    return new LocalChart(file(digest), digest);
  }

  private Path file(Digest digest) {
    return folder.resolve("sha256-" + digest.hex() + ".tgz");
  }
}
