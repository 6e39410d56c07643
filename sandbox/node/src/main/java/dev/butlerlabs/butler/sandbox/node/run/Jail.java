package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder;
import dev.butlerlabs.butler.sandbox.node.pod.Niceness;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The command lines that put a program into namespaces of its own: users, mounts and processes.
 *
 * <p>Two user namespaces lie in each other. In the outer one the volumes are mounted; the program
 * runs in the inner one, as the user it asked for, and can undo nothing of it. The machine's own
 * rights are gone in both, also for root. All processes end when the first one does, and that one
 * ends with this JVM.
 */
public final class Jail {

  /** What to say where there can be none. */
  public static final String MISSING =
      "this machine allows no user namespaces and this user is not root, so no pod can be given"
          + " files of its own; allow user namespaces (sysctl kernel.unprivileged_userns_clone or"
          + " user.max_user_namespaces) and start again";

  private static final List<Path> FOLDERS =
      Stream.of("/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin").map(Path::of).toList();

  /** Data comes as arguments only, so that nothing in a pod is read as a command. */
  private static final String MOUNT_AND_ENTER =
      """
      set -e
      mount=$1 root=$2 closed=$3; shift 3
      "$mount" --bind "$root" "$root"
      while [ "$1" != -- ]; do
        "$mount" --rbind "$2" "$root$3"
        if [ "$1" = ro ]; then "$mount" -o remount,bind,ro "$root$3"; fi
        shift 3
      done; shift
      "$mount" -t proc proc "$root/proc" 2>/dev/null || :
      if [ "$closed" = ro ]; then "$mount" -o remount,bind,ro "$root"; fi
      exec "$@"
      """;

  private final Path unshare;
  private final Path mount;
  private final Path nsenter;
  private final boolean ownUsers;

  private Jail(Path unshare, Path mount, Path nsenter, boolean ownUsers) {
    this.unshare = unshare;
    this.mount = mount;
    this.nsenter = nsenter;
    this.ownUsers = ownUsers;
  }

  /** A folder or file of this machine, where it appears inside, and whether to be read only. */
  public record Bind(Path source, String target, boolean readOnly) {}

  /** What this machine allows: with user namespaces, without them as root, or nothing. */
  public static Optional<Jail> find() throws InterruptedException {
    var unshare = program("unshare");
    var mount = program("mount");
    var nsenter = program("nsenter");
    if (unshare.isEmpty() || mount.isEmpty() || nsenter.isEmpty()) {
      return Optional.empty();
    }
    for (var ownUsers : List.of(true, false)) {
      var jail = new Jail(unshare.get(), mount.get(), nsenter.get(), ownUsers);
      if (jail.works()) {
        return Optional.of(jail);
      }
    }
    return Optional.empty();
  }

  private static Optional<Path> program(String name) {
    return FOLDERS.stream()
        .map(folder -> folder.resolve(name))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private boolean works() throws InterruptedException {
    var command = outer();
    command.addAll(List.of("/bin/sh", "-c", "\"$0\" --rbind /usr /usr", mount.toString()));
    try {
      var process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start();
      return process.waitFor(5, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Whether programs inside hold none of this machine's rights. */
  public boolean ownUsers() {
    return ownUsers;
  }

  private List<String> outer() {
    var command = new ArrayList<String>();
    command.add(unshare.toString());
    if (ownUsers) {
      command.addAll(List.of("--user", "--map-root-user"));
    }
    command.addAll(List.of("--mount", "--pid", "--fork", "--kill-child=KILL", "--"));
    return command;
  }

  List<String> command(Path root, ContainerOrder order, List<Bind> binds, List<String> program) {
    var user = order.user();
    var command = outer();
    command.addAll(List.of("/bin/sh", "-c", MOUNT_AND_ENTER, "jail", mount.toString()));
    command.add(root.toString());
    command.add(way(order.readOnlyRoot()));
    for (var bind : binds) {
      command.add(way(bind.readOnly()));
      command.add(bind.source().toString());
      command.add(bind.target());
    }
    command.add("--");
    command.addAll(standingBack(order.niceness()));
    command.add(unshare.toString());
    if (ownUsers) {
      command.addAll(List.of("--user", "--map-user=" + user.user(), "--map-group=" + user.group()));
    }
    command.addAll(List.of("--root=" + root, "--wd=" + order.workingFolder(), "--"));
    command.addAll(program);
    return command;
  }

  private static String way(boolean readOnly) {
    return readOnly ? "ro" : "rw";
  }

  private static List<String> standingBack(Niceness niceness) {
    return niceness.steps() == 0
        ? List.of()
        : program("nice")
            .map(nice -> List.of(nice.toString(), "-n", Integer.toString(niceness.steps())))
            .orElse(List.of());
  }

  /** A further program in the namespaces of one that runs. */
  List<String> enter(long outerPid, long innerPid, List<String> program) {
    var command = new ArrayList<String>();
    command.add(nsenter.toString());
    command.addAll(List.of("--target", Long.toString(outerPid), "--mount"));
    if (ownUsers) {
      command.addAll(List.of("--user", "--preserve-credentials"));
    }
    command.addAll(List.of("--", nsenter.toString(), "--target", Long.toString(innerPid)));
    if (ownUsers) {
      command.addAll(List.of("--user", "--preserve-credentials"));
    }
    command.addAll(List.of("--pid", "--root", "--wd", "--"));
    command.addAll(program);
    return command;
  }
}
