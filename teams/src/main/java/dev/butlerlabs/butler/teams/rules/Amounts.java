package dev.butlerlabs.butler.teams.rules;

import java.math.BigDecimal;
import java.util.Collection;

/** How much one or several clusters take of everything that can run out. */
public record Amounts(
    int clusters, int nodes, BigDecimal cpu, BigDecimal memory, BigDecimal storage) {

  public static final Amounts NONE =
      new Amounts(0, 0, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

  /** One cluster that has no workers yet. */
  public static final Amounts CLUSTER =
      new Amounts(1, 0, BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO);

  /** All of them together. */
  public static Amounts sum(Collection<Order> orders) {
    return orders.stream().map(Order::amounts).reduce(NONE, Amounts::plus);
  }

  public Amounts plus(Amounts other) {
    return new Amounts(
        clusters + other.clusters,
        nodes + other.nodes,
        cpu.add(other.cpu),
        memory.add(other.memory),
        storage.add(other.storage));
  }

  /** Several equal workers more. */
  public Amounts plusWorkers(int count, BigDecimal cores, BigDecimal bytes, BigDecimal disk) {
    var times = BigDecimal.valueOf(count);
    return new Amounts(
        clusters,
        nodes + count,
        cpu.add(cores.multiply(times)),
        memory.add(bytes.multiply(times)),
        storage.add(disk.multiply(times)));
  }

  public BigDecimal of(Measure measure) {
    return switch (measure) {
      case CLUSTERS -> BigDecimal.valueOf(clusters);
      case NODES -> BigDecimal.valueOf(nodes);
      case CPU -> cpu;
      case MEMORY -> memory;
      case STORAGE -> storage;
    };
  }
}
