package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.plan.OneFile;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A volume's files on disk, replaced all at once: readers go through one link that is renamed, so
 * they see the old files or the new ones and never a mixture.
 */
final class VolumeFolder {

  private static final String CURRENT = "..data";

  private final Path folder;
  private Map<String, OneFile> written = Map.of();
  private int generation;

  VolumeFolder(Path folder) {
    this.folder = PrivateFiles.folder(folder);
  }

  Path path() {
    return folder;
  }

  /** True when something changed. */
  boolean write(Map<String, OneFile> files) throws IOException {
    if (files.equals(written) && Files.exists(folder.resolve(CURRENT))) {
      return false;
    }
    var old = existing();
    var fresh = PrivateFiles.folder(folder.resolve("..files-" + nextGeneration()));
    for (var file : files.entrySet()) {
      write(fresh.resolve(file.getKey()), file.getValue());
    }
    var link = folder.resolve("..data-new");
    Files.deleteIfExists(link);
    Files.createSymbolicLink(link, fresh.getFileName());
    Files.move(link, folder.resolve(CURRENT), StandardCopyOption.ATOMIC_MOVE);
    links(files.keySet().stream().map(VolumeFolder::first).collect(Collectors.toSet()));
    for (var gone : old) {
      Trees.remove(gone);
    }
    written = Map.copyOf(files);
    return true;
  }

  private Set<Path> existing() throws IOException {
    try (var entries = Files.list(folder)) {
      return entries
          .filter(entry -> entry.getFileName().toString().startsWith("..files-"))
          .collect(Collectors.toSet());
    }
  }

  private int nextGeneration() {
    do {
      generation++;
    } while (Files.exists(folder.resolve("..files-" + generation)));
    return generation;
  }

  private void links(Set<String> names) throws IOException {
    try (var entries = Files.list(folder)) {
      for (var entry : entries.toList()) {
        var name = entry.getFileName().toString();
        // A folder here is a place for a mount below this one.
        if (!name.startsWith("..") && !names.contains(name) && Files.isSymbolicLink(entry)) {
          Files.delete(entry);
        }
      }
    }
    for (var name : names) {
      var link = folder.resolve(name);
      if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
        Files.createSymbolicLink(link, Path.of(CURRENT, name));
      }
    }
  }

  private static String first(String path) {
    var slash = path.indexOf('/');
    return slash < 0 ? path : path.substring(0, slash);
  }

  private static void write(Path file, OneFile content) throws IOException {
    PrivateFiles.folder(file.resolveSibling("."));
    Files.write(file, content.bytes());
    Files.setPosixFilePermissions(file, ownerOnly(content.mode()));
  }

  /** Inside, one user owns everything; others on this machine have no business here. */
  private static Set<PosixFilePermission> ownerOnly(int mode) {
    var permissions = EnumSet.of(PosixFilePermission.OWNER_READ);
    if ((mode & 0200) != 0) {
      permissions.add(PosixFilePermission.OWNER_WRITE);
    }
    if ((mode & 0111) != 0) {
      permissions.add(PosixFilePermission.OWNER_EXECUTE);
    }
    return permissions;
  }
}
