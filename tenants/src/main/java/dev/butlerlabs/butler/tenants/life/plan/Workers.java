package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.ObservedPool;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.ObservedWorkers;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.objects.plan.PoolObjects;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The workers of a cluster, counted anew each time: nothing that was healthy once is taken for so.
 */
record Workers(List<Count> pools, List<String> nodes) {

  static final String TYPE = ConditionType.WORKERS_READY.wire();

  /**
   * One pool.
   *
   * @param unclear machines of which nobody can tell
   */
  record Count(String pool, int wanted, int ready, int unclear) {

    private boolean complete() {
      return ready >= wanted;
    }

    private boolean perhaps() {
      return ready + unclear >= wanted;
    }
  }

  /**
   * Counts.
   *
   * @param asleep whether none are wanted now
   */
  static Workers of(Order order, Live live, boolean asleep) {
    return new Workers(
        order.pools().stream()
            .map(pool -> count(order, pool, live, asleep ? 0 : wanted(order, pool, live)))
            .toList(),
        nodes(live));
  }

  /** Those that are still there of a cluster that is taken away: none is wanted any more. */
  static Workers leaving(String cluster, Live live) {
    var names =
        Stream.concat(
                live.deployments().stream().map(DeploymentView::name),
                live.machines().stream().map(MachineView::deployment))
            .filter(name -> name.startsWith(cluster + "-"))
            .distinct()
            .sorted();
    return new Workers(
        names.map(name -> count(live, name, name.substring(cluster.length() + 1), 0)).toList(),
        nodes(live));
  }

  private static List<String> nodes(Live live) {
    return live.machines().stream()
        .filter(machine -> !machine.node().isEmpty())
        .map(MachineView::node)
        .sorted()
        .toList();
  }

  /** Where an autoscaler chooses, as many as it has chosen. */
  private static int wanted(Order order, Pool pool, Live live) {
    return pool.bounds()
        .map(
            bounds ->
                bounds.nearest(
                    live.deployment(PoolObjects.nameOf(order, pool.name()))
                        .map(DeploymentView::wanted)
                        .filter(chosen -> chosen > 0)
                        .orElse(pool.replicas())))
        .orElse(pool.replicas());
  }

  private static Count count(Order order, Pool pool, Live live, int wanted) {
    return count(live, PoolObjects.nameOf(order, pool.name()), pool.name(), wanted);
  }

  private static Count count(Live live, String deployment, String pool, int wanted) {
    var machines = live.machinesOf(deployment);
    return new Count(pool, wanted, number(machines, Truth.TRUE), number(machines, Truth.UNKNOWN));
  }

  private static int number(List<MachineView> machines, Truth ready) {
    return (int) machines.stream().filter(machine -> machine.ready() == ready).count();
  }

  int ready() {
    return pools.stream().mapToInt(Count::ready).sum();
  }

  int wanted() {
    return pools.stream().mapToInt(Count::wanted).sum();
  }

  Verdict verdict() {
    if (pools.stream().allMatch(Count::complete)) {
      return Verdict.yes(TYPE, "WorkersReady", words());
    }
    return pools.stream().allMatch(Count::perhaps)
        ? Verdict.unknown(TYPE, "WorkersUnknown", words() + "; of others nobody can tell")
        : Verdict.no(TYPE, "WorkersProvisioning", words());
  }

  /** Nobody can tell how many there are. */
  static Verdict unseen() {
    return Verdict.unknown(TYPE, "ClusterApiMissing", "Cluster API does not answer");
  }

  private String words() {
    var all = "%d of %d workers are ready".formatted(ready(), wanted());
    return pools.size() < 2
        ? all
        : all
            + ": "
            + pools.stream()
                .map(one -> "%s %d of %d".formatted(one.pool(), one.ready(), one.wanted()))
                .collect(Collectors.joining(", "));
  }

  ObservedWorkers observed() {
    return new ObservedWorkers(wanted(), ready(), nodes);
  }

  List<ObservedPool> observedPools() {
    return pools.stream()
        .map(one -> new ObservedPool(one.pool(), one.wanted(), one.ready()))
        .toList();
  }
}
