package dev.butlerlabs.butler.sandbox.toolchain;

import dev.butlerlabs.butler.sandbox.toolchain.image.Sha256;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * The folder that keeps programs between runs: one sub-folder per recipe, complete or absent.
 *
 * <p>An entry is prepared in a draft folder and renamed into place, so a killed run leaves only a
 * draft, which the next holder of the lock sweeps away.
 */
final class ToolCache {

  private static final String RECEIPT = "receipt";
  private static final String DRAFT = ".draft-";
  private static final Duration LOCK_RETRY = Duration.ofMillis(50);

  private final Path root;

  ToolCache(Path root) {
    this.root = root;
  }

  /** A complete entry. */
  record Entry(Path folder, Receipt receipt) {}

  /** The right to change entries of one name; others wait until it is closed. */
  record Lock(FileChannel channel) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** The entry, if it is whole: sizes and times as stored, or else the same content. */
  Optional<Entry> find(Recipe recipe) throws IOException {
    var folder = folder(recipe);
    var note = folder.resolve(RECEIPT);
    if (!Files.isRegularFile(note)) {
      return Optional.empty();
    }
    var receipt = Receipt.parse(Files.readString(note));
    if (receipt.isEmpty()) {
      return Optional.empty();
    }
    for (var mark : receipt.get().files()) {
      if (!intact(folder.resolve(mark.name()), mark)) {
        return Optional.empty();
      }
    }
    return Optional.of(new Entry(folder, receipt.get()));
  }

  Path folder(Recipe recipe) {
    return root.resolve(recipe.name()).resolve(recipe.entry());
  }

  /** Where a failed build leaves what it said. */
  Path log(Recipe recipe) {
    return root.resolve(recipe.name()).resolve("last-build.log");
  }

  /** Waits until no other run holds the lock. */
  Lock lock(Recipe recipe) throws IOException {
    while (true) {
      var lock = tryLock(recipe);
      if (lock.isPresent()) {
        return lock.get();
      }
      LockSupport.parkNanos(LOCK_RETRY.toNanos());
      if (Thread.interrupted()) {
        throw new ToolchainProblem("interrupted while waiting for another run; try again");
      }
    }
  }

  /** Takes the lock, if it is free, and sweeps away what a killed holder left. */
  Optional<Lock> tryLock(Recipe recipe) throws IOException {
    var folder = Files.createDirectories(root.resolve(recipe.name()));
    var channel =
        FileChannel.open(
            folder.resolve(".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      if (locked(channel)) {
        sweep(folder);
        return Optional.of(new Lock(channel));
      }
      channel.close();
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** A fresh folder to prepare an entry in. Only for the holder of the lock. */
  Path draft(Recipe recipe) throws IOException {
    return Files.createTempDirectory(root.resolve(recipe.name()), DRAFT);
  }

  /** Turns a draft into the entry, over whatever stood there. Only for the holder of the lock. */
  Entry store(Recipe recipe, Path draft, String version, Source source, Instant when)
      throws IOException {
    var marks = new ArrayList<Receipt.FileMark>();
    try (var files = Files.walk(draft)) {
      for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
        marks.add(mark(draft, file));
      }
    }
    var receipt = new Receipt(version, source, when, marks);
    Files.writeString(draft.resolve(RECEIPT), receipt.write());
    var folder = folder(recipe);
    if (Files.exists(folder)) {
      Files.move(folder, Files.createTempDirectory(folder.getParent(), DRAFT).resolve("old"));
    }
    Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
    sweep(root.resolve(recipe.name()));
    return new Entry(folder, receipt);
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      // Held by another thread of this JVM.
      return false;
    }
  }

  private static Receipt.FileMark mark(Path draft, Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      // The rename must not reach the disk before the content does.
      channel.force(true);
    }
    return new Receipt.FileMark(
        draft.relativize(file).toString(),
        Files.size(file),
        Files.getLastModifiedTime(file).toMillis(),
        Sha256.of(file));
  }

  private static boolean intact(Path file, Receipt.FileMark mark) throws IOException {
    if (!Files.isRegularFile(file) || Files.size(file) != mark.size()) {
      return false;
    }
    return Files.getLastModifiedTime(file).toMillis() == mark.modified()
        || Sha256.of(file).equals(mark.sha256());
  }

  /** A build whose starter was killed may still be writing; what it keeps goes the next time. */
  private static void sweep(Path folder) throws IOException {
    try (var children = Files.newDirectoryStream(folder, DRAFT + "*")) {
      children.forEach(ToolCache::discard);
    }
  }

  private static void discard(Path draft) {
    try (var files = Files.walk(draft)) {
      for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException e) {
      // See sweep.
    }
  }
}
