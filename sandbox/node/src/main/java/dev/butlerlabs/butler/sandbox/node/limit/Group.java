package dev.butlerlabs.butler.sandbox.node.limit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Processes that the kernel holds to limits together. Without folders it holds nobody. */
public final class Group {

  /** Data comes as arguments only; writing 0 means whoever writes. */
  private static final String JOIN =
      """
      while [ "$1" != -- ]; do echo 0 > "$1/cgroup.procs" || exit 126; shift; done; shift
      exec "$@"
      """;

  private final Set<Path> folders;

  Group(Set<Path> folders) {
    this.folders = Set.copyOf(folders);
  }

  /** The same command, held from its first instruction on. */
  public List<String> around(List<String> command) {
    if (folders.isEmpty()) {
      return command;
    }
    var whole = new ArrayList<>(List.of("/bin/sh", "-c", JOIN, "limits"));
    folders.forEach(folder -> whole.add(folder.toString()));
    whole.add("--");
    whole.addAll(command);
    return whole;
  }

  /**
   * Takes the group away when all in it have ended.
   *
   * @return whether the kernel ended one of them because it wanted more memory than it may have
   */
  public boolean leave() {
    var ended = folders.stream().anyMatch(Group::outOfMemory);
    folders.forEach(Group::remove);
    return ended;
  }

  private static boolean outOfMemory(Path folder) {
    for (var file : List.of("memory.events", "memory.oom_control")) {
      try {
        if (Files.readAllLines(folder.resolve(file)).stream()
            .anyMatch(line -> line.matches("oom_kill [1-9][0-9]*"))) {
          return true;
        }
      } catch (IOException notThisVersion) {
        // Each version of the kernel's groups has one of them.
      }
    }
    return false;
  }

  /** One that is still in use stays, and goes with the others when the node starts again. */
  static void remove(Path folder) {
    try {
      Files.deleteIfExists(folder);
    } catch (IOException inUse) {
      // Nothing depends on it.
    }
  }
}
