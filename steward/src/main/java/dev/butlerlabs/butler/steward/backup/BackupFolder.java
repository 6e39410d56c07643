package dev.butlerlabs.butler.steward.backup;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.steward.backup.plan.Schedule.Kept;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where backups of one tenant lie: a folder each, named after its time, with {@code data} and, once
 * it is whole, {@code manifest.json}. Only the owner may read them: they hold the tenant's Secrets.
 */
public record BackupFolder(Path folder) {

  private static final DateTimeFormatter NAME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
  private static final String MANIFEST = "manifest.json";
  private static final String DATA = "data";

  /** Begins a backup and answers its name. */
  String begin(Instant now) throws IOException {
    var name = NAME.format(now);
    var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
    Files.createDirectories(folder, mode);
    Files.createDirectory(folder.resolve(name), mode);
    return name;
  }

  OutputStream write(String name) throws IOException {
    var file = folder.resolve(name).resolve(DATA);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.newOutputStream(file);
  }

  InputStream read(String name) throws IOException {
    return Files.newInputStream(folder.resolve(name).resolve(DATA));
  }

  /** Makes the backup whole: its manifest appears at once or not at all. */
  void finish(String name, Manifest manifest) throws IOException {
    var target = folder.resolve(name).resolve(MANIFEST);
    var draft = folder.resolve(name).resolve(MANIFEST + ".part");
    Files.write(draft, WireFormat.mapper().writeValueAsBytes(manifest));
    // After a power cut a manifest must not stand beside data that never reached the disk.
    force(folder.resolve(name).resolve(DATA));
    force(draft);
    Files.move(draft, target, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void force(Path file) throws IOException {
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  /** The manifest, when the backup is whole and can be read. */
  Optional<Manifest> manifest(String name) throws IOException {
    var file = folder.resolve(name).resolve(MANIFEST);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(WireFormat.mapper().readValue(Files.readAllBytes(file), Manifest.class));
    } catch (JsonProcessingException broken) {
      return Optional.empty();
    }
  }

  /** All backups, whole or not. */
  public List<Kept> all() throws IOException {
    var kept = new ArrayList<Kept>();
    if (!Files.exists(folder)) {
      return kept;
    }
    try (var names = Files.newDirectoryStream(folder)) {
      for (var one : names) {
        var name = one.getFileName().toString();
        if (name.matches("\\d{8}T\\d{6}Z")) {
          kept.add(new Kept(name, Instant.from(NAME.parse(name)), manifest(name).isPresent()));
        }
      }
    }
    return kept;
  }

  /** The manifest goes first, so that half a backup never looks whole. */
  public void remove(String name) throws IOException {
    var one = folder.resolve(name);
    Files.deleteIfExists(one.resolve(MANIFEST));
    Files.deleteIfExists(one.resolve(MANIFEST + ".part"));
    Files.deleteIfExists(one.resolve(DATA));
    Files.deleteIfExists(one);
  }
}
