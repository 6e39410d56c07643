package dev.butlerlabs.butler.bench.accounts;

import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** When each machine was ordered, and when it ran, as a user who watches sees it. */
final class Stopwatch implements AutoCloseable, ResourceEventHandler<MachineRequest> {

  private final SharedIndexInformer<MachineRequest> informer;
  private final Map<String, Long> ordered = new HashMap<>();
  private final Map<String, Long> ran = new HashMap<>();
  private final CountDownLatch missing;

  Stopwatch(
      FilterWatchListDeletable<
              MachineRequest, KubernetesResourceList<MachineRequest>, Resource<MachineRequest>>
          orders,
      int machines) {
    missing = new CountDownLatch(machines);
    informer = orders.inform(this);
  }

  @Override
  public void onAdd(MachineRequest order) {
    seen(order);
  }

  @Override
  public void onUpdate(MachineRequest before, MachineRequest order) {
    seen(order);
  }

  @Override
  public void onDelete(MachineRequest order, boolean unsure) {}

  private synchronized void seen(MachineRequest order) {
    var name = order.getMetadata().getName();
    var now = System.nanoTime();
    ordered.putIfAbsent(name, now);
    if (Run.phase(order).filter(phase -> phase == Phase.RUNNING).isPresent()
        && ran.putIfAbsent(name, now) == null) {
      missing.countDown();
    }
  }

  void awaitAll(Duration patience) throws InterruptedException {
    if (!missing.await(patience.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          "%d machines do not run after %d minutes; look at the manager's log above"
              .formatted(missing.getCount(), patience.toMinutes()));
    }
  }

  /** Seconds from order to Running, for half of the machines. */
  synchronized double half() {
    var times =
        ran.entrySet().stream()
            .mapToLong(one -> one.getValue() - ordered.getOrDefault(one.getKey(), 0L))
            .sorted()
            .toArray();
    return times[times.length / 2] / 1e9;
  }

  /** Seconds from the first order until all ran. */
  synchronized double last() {
    var begin = ordered.values().stream().mapToLong(Long::longValue).min().orElseThrow();
    var end = ran.values().stream().mapToLong(Long::longValue).max().orElseThrow();
    return (end - begin) / 1e9;
  }

  @Override
  public void close() {
    informer.close();
  }
}
