package dev.butlerlabs.butler.providers.local.node;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.providers.local.join.NodeIdentity;
import dev.butlerlabs.butler.providers.local.plan.NodeBlueprint;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * All Nodes this process plays, by their machines. The seam for other backends: one that runs real
 * kubelets would stand here.
 */
public final class Kubelets implements AutoCloseable {

  private final TenantDoor door;
  private final Timeline timeline;
  private final BooleanSupplier leads;
  private final Trigger news;
  private final Map<ObjectKey, Kubelet> playing = new ConcurrentHashMap<>();

  /**
   * Plays nothing yet.
   *
   * @param leads whether this process has the lead; Nodes fall silent here when it has not
   * @param news fired with a machine whose Node is there no more
   */
  public Kubelets(ClientSettings settings, Timeline timeline, BooleanSupplier leads, Trigger news) {
    this.door = new TenantDoor(settings);
    this.timeline = timeline;
    this.leads = leads;
    this.news = news;
  }

  /**
   * Sees to it that the machine's Node is there and kept alive. Costs no call when it is.
   *
   * @param before whether the Node was there once; then it is not made again
   */
  public Tried<Node> serve(
      ObjectKey machine, NodeIdentity identity, NodeBlueprint blueprint, boolean before) {
    var known = Optional.ofNullable(playing.get(machine)).filter(one -> one.plays(blueprint));
    if (known.isPresent()) {
      return known.get().state();
    }
    stop(machine);
    return switch (door.open(identity.kubeconfig())) {
      case Tried.Open<KubernetesClient>(var cause, var refused) -> new Tried.Open<>(cause, refused);
      case Tried.Done<KubernetesClient>(var self) -> register(machine, self, blueprint, before);
    };
  }

  private Tried<Node> register(
      ObjectKey machine, KubernetesClient self, NodeBlueprint blueprint, boolean before) {
    var registered = new Registration(self, blueprint, timeline).go(before);
    if (!(registered instanceof Tried.Done<Node>(var node))) {
      self.close();
      return registered;
    }
    var kubelet =
        new Kubelet(
            self,
            blueprint,
            node,
            timeline,
            leads,
            () -> news.fire(machine),
            leaving -> leave(machine, leaving));
    playing.put(machine, kubelet);
    kubelet.start();
    return registered;
  }

  private void leave(ObjectKey machine, Kubelet kubelet) {
    if (playing.remove(machine, kubelet)) {
      kubelet.close();
    }
  }

  /** Nobody speaks for the machine's Node any more; the Node stays. */
  public void stop(ObjectKey machine) {
    var kubelet = playing.remove(machine);
    if (kubelet != null) {
      kubelet.close();
    }
  }

  /** Takes all pods of a machine's Node away, as far as the tenant answers. */
  public void clearPods(NodeIdentity identity) {
    if (door.open(identity.kubeconfig()) instanceof Tried.Done<KubernetesClient>(var self)) {
      try (self) {
        PodPlay.clear(self, identity.nodeName());
      }
    }
  }

  /** Whether the machine's Node is played here. */
  public boolean plays(ObjectKey machine) {
    return playing.containsKey(machine);
  }

  @Override
  public void close() {
    List.copyOf(playing.keySet()).forEach(this::stop);
  }
}
