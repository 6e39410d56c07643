package dev.butlerlabs.butler.sandbox.plane.home;

import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The processes we started, on disk, so that the next start can end what a killed one left behind.
 *
 * <p>An entry whose number now belongs to someone else is forgotten, never signalled.
 */
public final class ProcessLedger {

  private static final Duration AFTER_KILL = Duration.ofSeconds(10);
  private static final long LOOK_EVERY_MILLIS = 20;

  private final Path file;
  private final Map<String, ProcessIdentity> entries = new LinkedHashMap<>();

  public ProcessLedger(Path file) {
    this.file = file;
    for (var line : PrivateFiles.read(file).orElse("").lines().toList()) {
      var space = line.indexOf(' ');
      if (space > 0) {
        ProcessIdentity.parse(line.substring(space))
            .ifPresent(identity -> entries.put(line.substring(0, space), identity));
      }
    }
  }

  public synchronized void add(String name, ProcessIdentity identity) {
    entries.put(name, identity);
    save();
  }

  public synchronized void remove(String name) {
    if (entries.remove(name) != null) {
      save();
    }
  }

  /** Those of the listed processes that still run, in the order they were started. */
  public synchronized SequencedMap<String, ProcessIdentity> running() {
    var running = new LinkedHashMap<>(entries);
    running.values().removeIf(identity -> !identity.alive());
    return running;
  }

  /** Ends what still runs, the youngest first; returns the names of what had to be ended. */
  public synchronized List<String> endAll(Duration grace) throws InterruptedException {
    var left = running();
    for (var identity : left.sequencedValues().reversed()) {
      end(identity, grace);
    }
    entries.clear();
    save();
    return List.copyOf(left.keySet());
  }

  private static void end(ProcessIdentity identity, Duration grace) throws InterruptedException {
    signal(identity, ProcessHandle::destroy);
    if (!gone(identity, grace)) {
      signal(identity, ProcessHandle::destroyForcibly);
      gone(identity, AFTER_KILL);
    }
  }

  private static void signal(ProcessIdentity identity, Consumer<ProcessHandle> how) {
    var handle = ProcessHandle.of(identity.pid());
    if (identity.alive()) {
      handle.ifPresent(how);
    }
  }

  /**
   * Looks rather than waits: somebody else's child tells us nothing, and where nobody collects the
   * dead the JDK would take the corpse for a living process.
   */
  private static boolean gone(ProcessIdentity identity, Duration within)
      throws InterruptedException {
    var deadline = System.nanoTime() + within.toNanos();
    while (identity.alive()) {
      if (System.nanoTime() - deadline > 0) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
    }
    return true;
  }

  private void save() {
    var text = new StringBuilder();
    entries.forEach(
        (name, identity) -> text.append(name).append(' ').append(identity.text()).append('\n'));
    PrivateFiles.write(file, text.toString());
  }
}
