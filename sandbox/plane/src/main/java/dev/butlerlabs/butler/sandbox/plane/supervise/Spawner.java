package dev.butlerlabs.butler.sandbox.plane.supervise;

import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Starts children so that the kernel kills them when this JVM dies, however it dies.
 *
 * <p>The kernel watches the thread that forked, not the process, so all forks happen on one thread
 * that lives as long as the spawner. A thread pool made by {@code Executors} would not do: it may
 * end its thread once nobody refers to the pool.
 */
public final class Spawner implements AutoCloseable {

  /** A child gets these of our variables and no others: tokens often stand in the rest. */
  private static final Set<String> INHERITED = Set.of("PATH", "HOME", "TMPDIR", "LANG", "TZ");

  private static final long LOG_LIMIT = 16L << 20;

  /**
   * The shell looks whether its parent is still us after the death signal was set: had we died
   * before, no signal would ever come.
   */
  private static final String GUARD = "[ \"$PPID\" = \"$0\" ] && exec \"$@\"";

  private final ThreadPoolExecutor thread =
      new ThreadPoolExecutor(
          1,
          1,
          0,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          Thread.ofPlatform().daemon().name("spawner").factory());

  private final Optional<Path> setpriv;

  /**
   * @param programs where to look for {@code setpriv}
   */
  Spawner(List<Path> programs) {
    setpriv =
        programs.stream()
            .map(folder -> folder.resolve("setpriv"))
            .filter(Files::isExecutable)
            .filter(Spawner::knowsDeathSignals)
            .findFirst();
  }

  /** One that looks for its tools where distributions keep them. */
  public static Spawner standard() {
    return new Spawner(Supervisor.PROGRAMS);
  }

  /** Whether children die with this JVM at once, or only at the next start's clean-up. */
  public boolean childrenDieWithUs() {
    return setpriv.isPresent();
  }

  Process spawn(Launch launch, Path log) throws InterruptedException {
    return spawn(launch, INHERITED, log);
  }

  /** Starts a program that sees the launch's own variables and none of ours. */
  public Process spawnClean(Launch launch, Path log) throws InterruptedException {
    return spawn(launch, Set.of(), log);
  }

  private Process spawn(Launch launch, Set<String> inherited, Path log)
      throws InterruptedException {
    try {
      return thread.submit(() -> fork(launch, inherited, log)).get();
    } catch (ExecutionException e) {
      throw new Refusal(
          launch.command().getFirst(),
          "could not be started: " + e.getCause(),
          "check that the file is there and may be executed");
    }
  }

  private Process fork(Launch launch, Set<String> inherited, Path log) throws IOException {
    setAsideWhenLong(log);
    if (!Files.exists(log)) {
      Files.createFile(
          log, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    var builder =
        new ProcessBuilder(guarded(launch.command()))
            .redirectInput(new File("/dev/null"))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile()));
    builder.environment().keySet().retainAll(inherited);
    builder.environment().putAll(launch.environment());
    return builder.start();
  }

  private List<String> guarded(List<String> command) {
    if (setpriv.isEmpty()) {
      return command;
    }
    var self = Long.toString(ProcessHandle.current().pid());
    var guarded = new ArrayList<String>();
    guarded.add(setpriv.get().toString());
    guarded.addAll(List.of("--pdeathsig", "KILL", "--", "/bin/sh", "-c", GUARD, self));
    guarded.addAll(command);
    return guarded;
  }

  /** The child writes to the file itself, so only between two starts can it be set aside. */
  private static void setAsideWhenLong(Path log) throws IOException {
    if (Files.exists(log) && Files.size(log) > LOG_LIMIT) {
      var old = log.resolveSibling(log.getFileName() + ".1");
      Files.move(log, old, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Only util-linux has the option; the small one of busybox stops with an error. */
  private static boolean knowsDeathSignals(Path setpriv) {
    try {
      return new ProcessBuilder(
                  setpriv.toString(), "--pdeathsig", "KILL", "--", "/bin/sh", "-c", ":")
              .redirectErrorStream(true)
              .redirectOutput(Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
