package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.limit.Group;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A container's processes: the one that guards its namespaces, and its first one inside. */
final class ContainerProcess {

  private static final long LOOK_EVERY_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final long SET_UP_WITHIN_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Process guard;
  private final Path root;
  private final String id;
  private final CompletableFuture<End> end;

  ContainerProcess(Process guard, Path root, String id, Group group) {
    this.guard = guard;
    this.root = root;
    this.id = id;
    this.end = guard.onExit().thenApply(done -> new End(done.exitValue(), group.leave()));
  }

  /**
   * How it ended.
   *
   * @param outOfMemory whether the kernel ended something in it that wanted more than it may have
   */
  record End(int code, boolean outOfMemory) {

    String reason() {
      return code == 0 ? "Completed" : outOfMemory ? "OOMKilled" : "Error";
    }
  }

  String id() {
    return id;
  }

  long guardPid() {
    return guard.pid();
  }

  boolean alive() {
    return guard.isAlive();
  }

  CompletableFuture<End> end() {
    return end;
  }

  /** The program itself, seen from this machine; empty while it is still being set up. */
  Optional<ProcessHandle> inner() {
    return guard.children().findFirst().filter(this::insideItsRoot);
  }

  private boolean insideItsRoot(ProcessHandle handle) {
    try {
      var seen = Files.readSymbolicLink(Path.of("/proc", Long.toString(handle.pid()), "root"));
      return seen.equals(root.toRealPath());
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Asks the program to end. One that is still being set up would not hear it: the kernel keeps
   * signals away from the first process of a namespace until it has asked for them.
   */
  void terminate() {
    var deadline = System.nanoTime() + SET_UP_WITHIN_NANOS;
    while (guard.isAlive() && inner().isEmpty() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
    inner().ifPresent(ProcessHandle::destroy);
  }

  /** Ends everything inside at once. */
  void kill() {
    guard.destroyForcibly();
  }
}
