package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The home of one operation: all it reads and writes, for its owner's eyes, gone when it ends. */
final class OperationFolder implements AutoCloseable {

  private static final String PREFIX = "operation-";

  /** Up to the limit; beyond it, garbage is collected as often as that takes. */
  private static final Map<String, String> SHORT_LIVED =
      Map.of("GOGC", "400", "GOMEMLIMIT", "512MiB");

  private final Path folder;

  private OperationFolder(Path folder) {
    this.folder = folder;
  }

  static OperationFolder create(Path work) throws IOException {
    return new OperationFolder(
        Files.createTempDirectory(
            work,
            PREFIX,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
  }

  /** Takes away what a killed process left: its homes hold kubeconfigs. */
  static void sweep(Path work) throws IOException {
    try (var left = Files.newDirectoryStream(work, PREFIX + "*")) {
      for (var folder : left) {
        remove(folder);
      }
    }
  }

  /** A file that nobody else can read. */
  Path write(String name, String content) throws IOException {
    var file = folder.resolve(name);
    Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(file, content, UTF_8, StandardOpenOption.WRITE);
    return file;
  }

  Path path(String name) {
    return folder.resolve(name);
  }

  Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  /**
   * All the environment Helm gets. What has no cluster to wait for ends within a second, and is
   * given memory rather than garbage collections: a quarter of the time that rendering takes.
   *
   * @param kubeconfig the way into a cluster; without one there is none to be found
   */
  Map<String, String> environment(Map<String, String> network, @Nullable Path kubeconfig)
      throws IOException {
    var environment = new LinkedHashMap<>(network);
    environment.put("HOME", folder("home").toString());
    environment.put("TMPDIR", folder("tmp").toString());
    environment.put("HELM_CONFIG_HOME", folder("config").toString());
    environment.put("HELM_CACHE_HOME", folder("cache").toString());
    environment.put("HELM_DATA_HOME", folder("data").toString());
    environment.put("HELM_REPOSITORY_CONFIG", path("repositories.yaml").toString());
    environment.put("HELM_REGISTRY_CONFIG", path("registry.json").toString());
    environment.put("NO_COLOR", "1");
    if (kubeconfig != null) {
      environment.put("KUBECONFIG", kubeconfig.toString());
    } else {
      environment.putAll(SHORT_LIVED);
    }
    return environment;
  }

  @Override
  public void close() {
    try {
      remove(folder);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "the home %s of a Helm operation cannot be removed; remove it by hand, it may hold a kubeconfig"
              .formatted(folder),
          failed);
    }
  }

  private static void remove(Path folder) throws IOException {
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path seen, @Nullable IOException failed)
              throws IOException {
            Files.deleteIfExists(seen);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
