package dev.butlerlabs.butler.sandbox.platform;

import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.sandbox.node.NodeSettings;
import dev.butlerlabs.butler.sandbox.node.ProcessNode;
import dev.butlerlabs.butler.sandbox.plane.ControlPlane;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The process node as a part of the platform: it lives in this JVM and is shown like a program. */
final class NodePart implements AutoCloseable {

  static final String NAME = "process-node";

  private final SystemTimeline timeline = new SystemTimeline();
  private final Consumer<Snapshot> parts;
  private final CompletableFuture<ProcessNode> started = new CompletableFuture<>();
  private final Instant since = timeline.instant();

  private NodePart(Consumer<Snapshot> parts) {
    this.parts = parts;
  }

  /** Begins to start it beside whatever else is starting. */
  static NodePart begin(
      PlatformSettings settings,
      ControlPlane plane,
      Consumer<Snapshot> parts,
      Consumer<String> lines) {
    if (settings.simulated()) {
      lines.accept("pods are simulated: nothing runs for them, and all are said to be ready");
    }
    var part = new NodePart(parts);
    part.tell(Snapshot.State.STARTING, "", null, "it is starting");
    Thread.ofVirtual().name(NAME).start(() -> part.start(node(settings, plane), lines));
    return part;
  }

  private static NodeSettings node(PlatformSettings settings, ControlPlane plane) {
    return new NodeSettings(
        NAME,
        settings.home(),
        plane.url(),
        plane.authority(),
        NodeImages.of(settings),
        settings.simulated() ? NodeSettings.Mode.SIMULATED : NodeSettings.Mode.PROCESSES,
        "v" + Tool.KUBE_APISERVER.version(),
        List.of());
  }

  private void start(NodeSettings settings, Consumer<String> lines) {
    try {
      var node = ProcessNode.start(settings, timeline, lines);
      var took = Duration.between(since, timeline.instant());
      tell(Snapshot.State.READY, node.address(), took, "");
      started.complete(node);
    } catch (RuntimeException e) {
      tell(Snapshot.State.STOPPED, "", null, String.valueOf(e.getMessage()));
      started.completeExceptionally(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      started.completeExceptionally(e);
    }
  }

  /** Returns when the node is ready, with how long that took. */
  Duration await() throws InterruptedException {
    try {
      started.get();
      return Duration.between(since, timeline.instant());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Refusal refusal) {
        throw refusal;
      }
      throw new IllegalStateException("the process node did not start", e.getCause());
    }
  }

  private void tell(
      Snapshot.State state, String address, @Nullable Duration readyAfter, String cause) {
    var pid = ProcessHandle.current().pid();
    parts.accept(new Snapshot(NAME, address, state, since, pid, 0, null, readyAfter, cause));
  }

  /** Stops its pods and then itself. */
  @Override
  public void close() {
    if (started.isDone() && !started.isCompletedExceptionally()) {
      started.join().close();
      tell(Snapshot.State.STOPPED, "", null, "it was stopped");
    }
    timeline.close();
  }
}
