package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.limit.Groups;
import dev.butlerlabs.butler.sandbox.node.plan.LaunchPlan;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder;
import dev.butlerlabs.butler.sandbox.node.pod.PodName;
import dev.butlerlabs.butler.sandbox.node.run.Jail.Bind;
import dev.butlerlabs.butler.sandbox.plane.home.ProcessIdentity;
import dev.butlerlabs.butler.sandbox.plane.home.ProcessLedger;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.plane.supervise.Launch;
import dev.butlerlabs.butler.sandbox.plane.supervise.Spawner;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Starts containers, and writes each one down so that none is ever forgotten. */
public final class Launcher {

  private final Jail jail;
  private final Spawner spawner;
  private final ProcessLedger ledger;
  private final PodFolders folders;
  private final Groups groups;

  public Launcher(
      Jail jail, Spawner spawner, ProcessLedger ledger, PodFolders folders, Groups groups) {
    this.groups = groups;
    this.jail = jail;
    this.spawner = spawner;
    this.ledger = ledger;
    this.folders = folders;
  }

  PodFolders folders() {
    return folders;
  }

  Groups groups() {
    return groups;
  }

  /**
   * @param run how many runs of this container there were before
   */
  ContainerProcess start(
      PodName pod, ContainerOrder order, LaunchPlan.Start plan, List<Bind> mounts, int run)
      throws IOException, InterruptedException {
    var root = new ContainerRoot(folders.root(pod, order.name()));
    var binds = root.prepare(plan.image(), mounts);
    var group = groups.open("%s.%s.%d".formatted(pod.uid(), order.name(), run), order.limits());
    var command = group.around(jail.command(root.path(), order, binds, plan.command()));
    var process =
        spawner.spawnClean(
            new Launch(command, plan.environment()), folders.log(pod, order.name(), run));
    var entry = entry(pod, order);
    try {
      ProcessIdentity.of(process.pid()).ifPresent(identity -> ledger.add(entry, identity));
    } catch (Refusal refusal) {
      // What cannot be written down cannot be cleaned up later, so it must not run.
      process.destroyForcibly().waitFor();
      throw refusal;
    }
    var _ = process.onExit().thenRun(() -> forget(entry, process.pid()));
    return new ContainerProcess(process, root.path(), "process://" + process.pid(), group);
  }

  private void forget(String entry, long pid) {
    var now = ledger.running().get(entry);
    if (now == null || now.pid() == pid) {
      ledger.remove(entry);
    }
  }

  private static String entry(PodName pod, ContainerOrder order) {
    return pod.uid() + "/" + order.name();
  }

  ContainerRoot root(PodName pod, String container) {
    return new ContainerRoot(folders.root(pod, container));
  }

  /** Runs a command inside a running container; true when it ends with 0 in time. */
  boolean run(ContainerProcess container, List<String> command, long millis)
      throws IOException, InterruptedException {
    var inner = container.inner();
    if (inner.isEmpty()) {
      return false;
    }
    var process =
        new ProcessBuilder(jail.enter(container.guardPid(), inner.get().pid(), command))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      return process.waitFor(millis, TimeUnit.MILLISECONDS) && process.exitValue() == 0;
    } finally {
      process.destroyForcibly();
    }
  }
}
