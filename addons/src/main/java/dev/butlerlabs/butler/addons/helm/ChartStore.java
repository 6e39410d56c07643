package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.kernel.Checksum;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;

/**
 * Charts that were fetched, each under its digest. What is here never changes, so any number of
 * operations and processes may read it; a file that is not what its name says is thrown away.
 *
 * <p>Beside a chart stands who signed it, once for each choice of keys that it was held against: by
 * other keys it counts as unsigned.
 */
final class ChartStore {

  private final Path folder;

  ChartStore(Path folder) {
    this.folder = folder;
  }

  /** The chart, if it is here and known to be signed by one of each; no keys ask for nothing. */
  Optional<LocalChart> find(Digest digest, List<KeyRing> signers) throws IOException {
    var file = file(digest);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    if (!Digest.of(file).equals(digest)) {
      Files.deleteIfExists(file);
      return Optional.empty();
    }
    var chart = new LocalChart(file, digest);
    if (signers.isEmpty()) {
      return Optional.of(chart);
    }
    var note = note(digest, signers);
    return Files.exists(note)
        ? Optional.of(chart.signedBy(Files.readString(note).strip()))
        : Optional.empty();
  }

  /** Keeps a copy of the archive; returns when it is whole and nobody can see half of it. */
  LocalChart keep(Path archive, Digest digest) throws IOException {
    place(Files.readAllBytes(archive), file(digest));
    return new LocalChart(file(digest), digest);
  }

  /** Notes who signed it. */
  void vouch(Digest digest, List<KeyRing> signers, String signer) throws IOException {
    place(signer.getBytes(UTF_8), note(digest, signers));
  }

  private void place(byte[] content, Path file) throws IOException {
    Files.createDirectories(folder);
    var half = Files.createTempFile(folder, "half-", ".tmp");
    try {
      Files.write(half, content);
      Files.setPosixFilePermissions(half, PosixFilePermissions.fromString("r--r--r--"));
      Files.move(half, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(half);
    }
  }

  private Path file(Digest digest) {
    return folder.resolve("sha256-" + digest.hex() + ".tgz");
  }

  private Path note(Digest digest, List<KeyRing> signers) {
    var keys = Checksum.of(signers.stream().map(KeyRing::packets).toArray(String[]::new));
    return folder.resolve("sha256-%s.signed-%s".formatted(digest.hex(), keys));
  }
}
