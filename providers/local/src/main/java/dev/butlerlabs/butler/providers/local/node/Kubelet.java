package dev.butlerlabs.butler.providers.local.node;

import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.providers.local.plan.NodeBlueprint;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Node that is played: its Lease is renewed, its state told when the tenant lost sight of it,
 * its pods are said to run. All with the Node's own certificate.
 */
final class Kubelet implements ResourceEventHandler<Node>, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(Kubelet.class);
  private static final long NO_RESYNC = 0;

  private final KubernetesClient self;
  private final NodeBlueprint blueprint;
  private final Timeline timeline;
  private final BooleanSupplier mayAct;
  private final Runnable news;
  private final Consumer<Kubelet> leaving;
  private final Heartbeat heartbeat;
  private final PodPlay pods;

  /** One thing after the other, so that no two writes about one pod meet. */
  private final ExecutorService work =
      Executors.newSingleThreadExecutor(Thread.ofVirtual().name("kubelet").factory());

  private @Nullable SharedIndexInformer<Node> watch;
  private Timeline.@Nullable Alarm next;
  private Tried<Node> state;
  private boolean closed;

  /**
   * Plays nothing yet.
   *
   * @param self a client with the Node's certificate; closed with this
   * @param mayAct whether this process still leads
   * @param news told when the Node is there no more
   * @param leaving told when this process does not lead any more, so that nobody counts on this
   */
  Kubelet(
      KubernetesClient self,
      NodeBlueprint blueprint,
      Node registered,
      Timeline timeline,
      BooleanSupplier mayAct,
      Runnable news,
      Consumer<Kubelet> leaving) {
    this.self = self;
    this.blueprint = blueprint;
    this.timeline = timeline;
    this.mayAct = mayAct;
    this.news = news;
    this.leaving = leaving;
    this.state = Tried.done(registered);
    this.heartbeat = new Heartbeat(self, registered);
    this.pods = new PodPlay(self, registered, blueprint.address(), timeline, this::act);
  }

  synchronized void start() {
    beat();
    watch =
        self.nodes()
            .withName(blueprint.name())
            .runnableInformer(NO_RESYNC)
            .exceptionHandler((_, _) -> !isClosed())
            .addEventHandler(this);
    var _ = watch.start();
    pods.start();
  }

  /** The Node as it was registered, or why it is there no more. */
  synchronized Tried<Node> state() {
    return state;
  }

  /** A Node that misses a beat is given up only after several. */
  private void beat() {
    if (isClosed()) {
      return;
    }
    if (!mayAct.getAsBoolean()) {
      leaving.accept(this);
      return;
    }
    if (heartbeat.beat(timeline.instant()) instanceof Answer.Failed<Lease>(var trouble)) {
      log.atDebug()
          .addKeyValue("node", blueprint.name())
          .addKeyValue("problem", trouble.problem().sentence())
          .log("heartbeat missed");
    }
    synchronized (this) {
      if (!closed && state instanceof Tried.Done<Node>) {
        next = timeline.at(timeline.instant().plus(Heartbeat.PERIOD), this::beat);
      }
    }
  }

  /** Runs soon, if this process may still speak for the Node. */
  private void act(Runnable task) {
    try {
      work.execute(
          () -> {
            if (!isClosed() && mayAct.getAsBoolean()) {
              task.run();
            }
          });
    } catch (RejectedExecutionException leaving) {
      log.atDebug().addKeyValue("node", blueprint.name()).log("left while something changed");
    }
  }

  @Override
  public void onAdd(Node node) {
    seen(node);
  }

  @Override
  public void onUpdate(Node before, Node node) {
    seen(node);
  }

  @Override
  public void onDelete(Node node, boolean unseen) {
    end(Registration.lost(blueprint.name()));
  }

  private void seen(Node node) {
    if (!NodeBlueprint.belongs(node, blueprint.providerId())) {
      end(Registration.taken(blueprint.name()));
      return;
    }
    pods.range(node);
    if (!Registration.ready(node)) {
      act(() -> new Registration(self, blueprint, timeline).makeReady(node));
    }
  }

  /** Nobody is to speak for a Node that is gone. */
  private void end(Tried<Node> why) {
    synchronized (this) {
      if (closed || state instanceof Tried.Open<Node>) {
        return;
      }
      state = why;
      if (next != null) {
        next.cancel();
      }
    }
    news.run();
  }

  /** Whether this plays the Node that was registered so. */
  boolean plays(NodeBlueprint other) {
    return blueprint.name().equals(other.name())
        && blueprint.providerId().equals(other.providerId());
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  @Override
  public void close() {
    SharedIndexInformer<Node> ending;
    synchronized (this) {
      closed = true;
      if (next != null) {
        next.cancel();
      }
      ending = watch;
    }
    work.shutdownNow();
    if (ending != null) {
      ending.stop();
    }
    pods.close();
    self.close();
  }
}
