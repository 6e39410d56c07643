package dev.butlerlabs.butler.providers.local.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.providers.local.plan.PodScript;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodList;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.PodResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The pods of a Node that is played: said to run at once, and gone as soon as they are to go. */
final class PodPlay implements ResourceEventHandler<Pod>, AutoCloseable {

  private static final ObjectMapper JSON = WireFormat.mapper();
  private static final long NO_RESYNC = 0;

  private final KubernetesClient self;
  private final String node;
  private final String address;
  private final InstantSource clock;
  private final Consumer<Runnable> act;

  /** Addresses of pods by UID; only {@link #act} touches it. */
  private final Map<String, String> addresses = new HashMap<>();

  private volatile String range;
  private volatile boolean closed;
  private @Nullable SharedIndexInformer<Pod> watch;

  PodPlay(
      KubernetesClient self,
      Node node,
      String address,
      InstantSource clock,
      Consumer<Runnable> act) {
    this.self = self;
    this.node = node.getMetadata().getName();
    this.address = address;
    this.clock = clock;
    this.act = act;
    this.range = rangeOf(node);
  }

  private static String rangeOf(Node node) {
    var range = node.getSpec() == null ? null : node.getSpec().getPodCIDR();
    return range == null ? "" : range;
  }

  /** The tenant may say only later which addresses the Node's pods have. */
  void range(Node known) {
    range = rangeOf(known);
  }

  synchronized void start() {
    watch =
        own(self, node)
            .runnableInformer(NO_RESYNC)
            .exceptionHandler((_, _) -> !closed)
            .addEventHandler(this);
    var _ = watch.start();
  }

  private static FilterWatchListDeletable<Pod, PodList, PodResource> own(
      KubernetesClient self, String node) {
    return self.pods().inAnyNamespace().withField("spec.nodeName", node);
  }

  @Override
  public void onAdd(Pod pod) {
    act.accept(() -> play(pod));
  }

  @Override
  public void onUpdate(Pod before, Pod pod) {
    act.accept(() -> play(pod));
  }

  @Override
  public void onDelete(Pod pod, boolean unseen) {
    act.accept(() -> addresses.remove(pod.getMetadata().getUid()));
  }

  private void play(Pod pod) {
    switch (PodScript.next(pod)) {
      case LEAVE -> {}
      case REMOVE -> remove(self, pod);
      case RUN -> run(pod);
    }
  }

  private void run(Pod pod) {
    var own =
        addresses.computeIfAbsent(
            pod.getMetadata().getUid(),
            _ -> PodScript.address(pod, address, range, addresses.values()));
    var status = PodScript.running(pod, address, own, clock.instant());
    var patch = JSON.valueToTree(Map.of("status", status)).toString();
    // What cannot be told now is tried again when the pod changes or is listed anew.
    var _ =
        Asking.ask(
            Attempt.to("tell the state of", pod),
            () ->
                self.resource(pod)
                    .subresource("status")
                    .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), patch));
  }

  private static void remove(KubernetesClient self, Pod pod) {
    var _ =
        Asking.ask(Attempt.to("remove", pod), () -> self.resource(pod).withGracePeriod(0).delete());
  }

  /** Takes all of them away: nobody else would for a while once the Node is gone. */
  static void clear(KubernetesClient self, String node) {
    var all =
        Asking.ask(
            new Attempt("list", "Pod", ObjectKey.cluster(node)),
            () -> own(self, node).list().getItems());
    if (all instanceof Answer.Done<List<Pod>>(var found)) {
      found.forEach(pod -> remove(self, pod));
    }
  }

  @Override
  public void close() {
    closed = true;
    SharedIndexInformer<Pod> ending;
    synchronized (this) {
      ending = watch;
    }
    if (ending != null) {
      ending.stop();
    }
  }
}
