package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.tenants.objects.plan.PoolNote;
import dev.butlerlabs.butler.tenants.objects.plan.PoolObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Rollout;
import dev.butlerlabs.butler.tenants.objects.plan.Template;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * What becomes of pools that are not simply made as ordered. Of those whose image is not on the
 * platform one that is there keeps what its machines are made from, whatever was ordered since; one
 * that is not is not made yet. Neither is one whose workers could not join. One whose cluster asks
 * for nothing else keeps what its machines are made from, whatever the platform says since.
 *
 * @param made the order without pools that cannot be made yet
 * @param drawn the order without all pools whose image is awaited
 * @param rollout with those that keep their template
 */
record Pools(Order made, Order drawn, Rollout rollout) {

  /** No checksum that anything asked for has. */
  private static final String UNKNOWN = "0000000000";

  /**
   * What becomes of each.
   *
   * @param refused whether the order as it was until now could not be made: then it was edited
   */
  static Pools of(Order order, Rollout rollout, Live live, boolean refused) {
    var unmade = new HashSet<String>();
    var held = new HashMap<String, Template>(rollout.held());
    for (var pool : order.awaited().keySet()) {
      var there = live.deployment(PoolObjects.nameOf(order, pool));
      if (there.isPresent()) {
        held.put(pool, there.get().template());
      } else {
        unmade.add(pool);
      }
    }
    order.pools().stream()
        .filter(pool -> Slumber.unborn(order, pool, live))
        .forEach(pool -> unmade.add(pool.name()));
    var kept = new HashMap<String, Template>();
    var notes = new HashMap<String, PoolNote>();
    for (var pool : order.pools()) {
      var there = live.deployment(PoolObjects.nameOf(order, pool.name()));
      if (held.containsKey(pool.name())) {
        there
            .flatMap(DeploymentView::noted)
            .or(() -> awaiting(order, pool.name()))
            .ifPresent(note -> notes.put(pool.name(), note));
        continue;
      }
      var wanted = PoolNote.of(order, pool);
      var before = there.map(one -> noted(one, wanted, live, refused));
      var template =
          there
              .filter(_ -> before.filter(wanted::staysAs).isPresent())
              .map(DeploymentView::template)
              .filter(one -> one.version().equals(rollout.workersVersion()));
      template.ifPresent(one -> kept.put(pool.name(), one));
      var note = before.map(wanted::after).orElse(wanted);
      notes.put(pool.name(), template.isPresent() ? note : note.anew());
    }
    return new Pools(
        order.without(unmade),
        order.without(order.awaited().keySet()),
        new Rollout(rollout.planeVersion(), rollout.workersVersion(), held, kept, notes));
  }

  /**
   * What is noted of a pool. Until one of its machines has joined, what the platform says may be
   * what keeps them from it. One that was made before there were notes counts as made for what is
   * asked, also one that sleeps; unless that could not be made until now.
   */
  private static PoolNote noted(DeploymentView there, PoolNote wanted, Live live, boolean refused) {
    var machines = live.machinesOf(there.name());
    return there
        .noted()
        .map(note -> note.using(machines.stream().anyMatch(machine -> joined(there, machine))))
        .orElseGet(() -> unnoted(wanted, machines, refused));
  }

  private static PoolNote unnoted(PoolNote wanted, List<MachineView> machines, boolean refused) {
    var joined = machines.stream().anyMatch(machine -> !machine.node().isEmpty());
    return new PoolNote(refused ? UNKNOWN : wanted.asked(), "", joined || machines.isEmpty());
  }

  /** Of those that were made from the template that is there now; older ones say nothing of it. */
  private static boolean joined(DeploymentView there, MachineView machine) {
    return there.current()
        && machine.newest()
        && !machine.node().isEmpty()
        && (machine.kubelet().isEmpty()
            || Upgrade.minor(machine.kubelet()).equals(Upgrade.minor(there.template().version())));
  }

  /** One whose image is awaited and that has no note was edited, as far as anybody knows. */
  private static Optional<PoolNote> awaiting(Order order, String pool) {
    return order.awaited().containsKey(pool)
        ? Optional.of(new PoolNote(UNKNOWN, "", true))
        : Optional.empty();
  }
}
