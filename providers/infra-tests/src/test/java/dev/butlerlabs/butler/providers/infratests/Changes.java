package dev.butlerlabs.butler.providers.infratests;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.WorkerPool.Effect;
import dev.butlerlabs.butler.api.clusters.WorkerPool.Taint;
import dev.butlerlabs.butler.providers.spi.infrastructure.MachineSize;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder.Endpoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Edits of an order, told apart by whether machines must be replaced for them. */
final class Changes {

  private static final long GIBI = 1L << 30;

  private Changes() {}

  /** Of the first pool alone. Large enough to outgrow a machine type of a cloud. */
  static Map<String, UnaryOperator<WorkerOrder>> replacing(Platform platform) {
    var changes = new TreeMap<String, UnaryOperator<WorkerOrder>>();
    changes.put("cpu", order -> sized(order, size -> resized(size, 64, size.memoryBytes())));
    changes.put("memory", order -> sized(order, size -> resized(size, size.cpu(), 600 * GIBI)));
    changes.put("disk", order -> sized(order, Changes::grown));
    changes.put("image", order -> pooled(order, pool -> withImage(pool, platform.image())));
    return changes;
  }

  static Map<String, UnaryOperator<WorkerOrder>> harmless(Platform platform) {
    var changes = new TreeMap<String, UnaryOperator<WorkerOrder>>();
    changes.put("replicas", order -> pooled(order, Changes::scaled));
    changes.put("labels and taints", order -> pooled(order, Changes::marked));
    changes.put("version", order -> copy(order, order.owner(), "v1.32.0", order.endpoint()));
    changes.put(
        "owner",
        order -> copy(order, Map.of(Labels.TEAM, "other"), order.version(), order.endpoint()));
    changes.put(
        "endpoint",
        order -> copy(order, order.owner(), order.version(), new Endpoint("192.0.2.99", 443)));
    changes.put("credentials", order -> rotated(order, platform));
    return changes;
  }

  private static WorkerOrder copy(
      WorkerOrder order, Map<String, String> owner, String version, @Nullable Endpoint endpoint) {
    return new WorkerOrder(
        order.name(),
        order.namespace(),
        owner,
        version,
        order.pools(),
        endpoint,
        order.platform(),
        order.credentials(),
        order.override(),
        order.addressing());
  }

  private static WorkerOrder rotated(WorkerOrder order, Platform platform) {
    return new WorkerOrder(
        order.name(),
        order.namespace(),
        order.owner(),
        order.version(),
        order.pools(),
        order.endpoint(),
        order.platform(),
        platform.credentials(value -> value + "9"),
        order.override(),
        order.addressing());
  }

  private static WorkerOrder sized(WorkerOrder order, UnaryOperator<MachineSize> change) {
    return pooled(order, pool -> withSize(pool, change.apply(pool.size())));
  }

  private static MachineSize resized(MachineSize size, int cpu, long memory) {
    return new MachineSize(cpu, memory, size.diskBytes(), true, true);
  }

  private static MachineSize grown(MachineSize size) {
    return new MachineSize(
        size.cpu(),
        size.memoryBytes(),
        size.diskBytes() + 50 * GIBI,
        size.cpuAsked(),
        size.memoryAsked());
  }

  private static WorkerOrder pooled(WorkerOrder order, UnaryOperator<Pool> change) {
    var pools = new ArrayList<>(order.pools());
    pools.set(0, change.apply(pools.getFirst()));
    return new WorkerOrder(
        order.name(),
        order.namespace(),
        order.owner(),
        order.version(),
        pools,
        order.endpoint(),
        order.platform(),
        order.credentials(),
        order.override(),
        order.addressing());
  }

  private static Pool withSize(Pool pool, MachineSize size) {
    return copy(pool, pool.replicas(), size, pool.image(), pool.labels(), pool.taints());
  }

  private static Pool withImage(Pool pool, String image) {
    return copy(pool, pool.replicas(), pool.size(), image, pool.labels(), pool.taints());
  }

  private static Pool scaled(Pool pool) {
    return copy(pool, pool.replicas() + 7, pool.size(), pool.image(), pool.labels(), pool.taints());
  }

  private static Pool marked(Pool pool) {
    var taint = new Taint("spare", null, Effect.NO_EXECUTE);
    return copy(pool, pool.replicas(), pool.size(), pool.image(), Map.of("a", "b"), List.of(taint));
  }

  private static Pool copy(
      Pool pool,
      int replicas,
      MachineSize size,
      @Nullable String image,
      Map<String, String> labels,
      List<Taint> taints) {
    return new Pool(
        pool.name(), replicas, null, size, pool.os(), image, pool.sshKey(), labels, taints);
  }
}
