package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.pod.PodName;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** Where the files of pods lie: one folder per pod, named by its uid. */
public record PodFolders(Path folder) {

  private static final long LOG_LIMIT = 10L << 20;
  private static final int LOG_DEPTH = 4;

  Path pod(PodName pod) {
    return PrivateFiles.folder(folder.resolve(pod.uid()));
  }

  Path root(PodName pod, String container) {
    return PrivateFiles.folder(pod(pod).resolve("roots")).resolve(container);
  }

  Path volume(PodName pod, String volume) {
    return PrivateFiles.folder(pod(pod).resolve("volumes")).resolve(volume);
  }

  /** The log of one run of a container; only the last two are kept. */
  Path log(PodName pod, String container, int run) throws IOException {
    var logs =
        PrivateFiles.folder(PrivateFiles.folder(pod(pod).resolve("logs")).resolve(container));
    var older = logs(pod.uid(), container);
    for (var old : older.subList(0, Math.max(0, older.size() - 1))) {
      Files.deleteIfExists(old);
      Files.deleteIfExists(old.resolveSibling(old.getFileName() + ".1"));
    }
    return logs.resolve(logName(run));
  }

  static String logName(int run) {
    return "%06d.log".formatted(run);
  }

  /** The logs of a container's runs, oldest first. */
  public List<Path> logs(String uid, String container) throws IOException {
    var logs = folder.resolve(uid).resolve("logs").resolve(container);
    if (!Files.isDirectory(logs)) {
      return List.of();
    }
    try (var files = Files.list(logs)) {
      return files
          .filter(file -> file.toString().endsWith(".log"))
          .sorted(Comparator.comparing(Path::toString))
          .toList();
    }
  }

  /** What stands in the log of every container that is only said to run. */
  public Path simulated() throws IOException {
    var log = PrivateFiles.folder(folder).resolve("simulated.log");
    if (!Files.exists(log)) {
      PrivateFiles.write(log, "simulated: no process runs for this container\n");
    }
    return log;
  }

  /**
   * Sets the contents of long logs aside. The programs go on writing to the same files, at their
   * new ends; a line written in between may be lost.
   */
  public void rotateLogs() throws IOException {
    for (var log : longLogs()) {
      var old = log.resolveSibling(log.getFileName() + ".1");
      Files.copy(log, old, StandardCopyOption.REPLACE_EXISTING);
      Files.newByteChannel(log, StandardOpenOption.WRITE).truncate(0).close();
    }
  }

  private List<Path> longLogs() throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files =
        Files.find(
            folder,
            LOG_DEPTH,
            (file, attributes) ->
                attributes.size() > LOG_LIMIT
                    && file.toString().endsWith(".log")
                    && folder.relativize(file).startsWith(uid(file).resolve("logs")))) {
      return files.toList();
    }
  }

  private Path uid(Path file) {
    return folder.relativize(file).getName(0);
  }

  void remove(PodName pod) throws IOException {
    Trees.remove(folder.resolve(pod.uid()));
  }

  /** Removes the folders of pods that are no more. */
  public void removeAllBut(Set<String> uids) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (var entries = Files.list(folder)) {
      for (var entry : entries.toList()) {
        if (!uids.contains(entry.getFileName().toString())) {
          Trees.remove(entry);
        }
      }
    }
  }
}
