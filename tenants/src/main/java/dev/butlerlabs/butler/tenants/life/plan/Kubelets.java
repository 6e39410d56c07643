package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.objects.plan.PoolObjects;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.Optional;

/** Whether workers run what their pool is ordered in: where an image brings it, nobody else can. */
final class Kubelets {

  private Kubelets() {}

  /** Why a pool that was rolled out is of another minor version all the same. */
  static Optional<Cause> other(Order order, Live live) {
    return order.pools().stream().flatMap(pool -> other(order, pool, live).stream()).findFirst();
  }

  private static Optional<Cause> other(Order order, Pool pool, Live live) {
    var name = PoolObjects.nameOf(order, pool.name());
    return live.deployment(name)
        .map(found -> found.template().version())
        .flatMap(
            ordered ->
                live.machinesOf(name).stream()
                    .filter(machine -> runsOther(machine, ordered))
                    .findFirst()
                    .map(machine -> told(pool.name(), machine, ordered)));
  }

  private static boolean runsOther(MachineView machine, String ordered) {
    return !machine.node().isEmpty()
        && !machine.kubelet().isEmpty()
        // Until Cluster API has heard of a new version, machines of the one before are its newest.
        && machine.version().equals(ordered)
        && machine.newest()
        && !Upgrade.minor(machine.kubelet()).equals(Upgrade.minor(ordered));
  }

  private static Cause told(String pool, MachineView machine, String ordered) {
    return new Cause(
        "KubeletVersion",
        "the image of pool %s brings kubelet %s, as machine %s shows, and %s is ordered"
            .formatted(pool, machine.kubelet(), machine.name(), ordered),
        "Butler does not take the upgrade for finished",
        "Name an image of %s in machineTemplate.os.imageRef of the pool; or in the ProviderConfig,"
                .formatted(ordered)
            + " and give the annotation %s a new value".formatted(Annotations.TAKE_DEFAULTS));
  }
}
