package dev.butlerlabs.butler.sandbox.plane.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One process for all time: its number is used again by others, but not with the same start tick
 * since the same boot.
 */
public record ProcessIdentity(long pid, long startTick, String boot) {

  private static final Pattern WIRE = Pattern.compile("(\\d+) (\\d+) ([0-9a-f-]+)");
  private static final int STATE = 0;
  private static final int START_TICK = 19;

  /** Whoever has that number now; empty when nobody does or only its exit is left to be read. */
  public static Optional<ProcessIdentity> of(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      // The second field is the program's name in brackets and may itself hold spaces and brackets.
      var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
      var zombie = fields[STATE].equals("Z") && threads(pid) <= 1;
      if (zombie || fields[STATE].equals("X")) {
        return Optional.empty();
      }
      var boot = Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
      return Optional.of(new ProcessIdentity(pid, Long.parseLong(fields[START_TICK]), boot));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * A killed program with many threads looks dead as soon as its first thread is, while the others
   * still hold its files and ports.
   */
  private static long threads(long pid) throws IOException {
    try (var tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
      return tasks.count();
    }
  }

  public static ProcessIdentity ofThisProcess() {
    return of(ProcessHandle.current().pid())
        .orElseThrow(() -> new IllegalStateException("/proc is not mounted; Butler needs Linux"));
  }

  static Optional<ProcessIdentity> parse(String text) {
    var match = WIRE.matcher(text.strip());
    return match.matches()
        ? Optional.of(
            new ProcessIdentity(
                Long.parseLong(match.group(1)), Long.parseLong(match.group(2)), match.group(3)))
        : Optional.empty();
  }

  String text() {
    return pid + " " + startTick + " " + boot;
  }

  public boolean alive() {
    return of(pid).filter(this::equals).isPresent();
  }
}
