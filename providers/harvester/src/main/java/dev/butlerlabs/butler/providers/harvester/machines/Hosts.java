package dev.butlerlabs.butler.providers.harvester.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import io.fabric8.kubernetes.api.model.Quantity;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.HashMap;
import java.util.Map;

/** What the hosts that take machines have left: what nobody has requested. */
final class Hosts {

  private static final String WHAT = "look at what the hosts have left";

  /** Pods that have ended, or wait for a host, hold nothing. */
  private static final String ON_HOSTS =
      "&fieldSelector=status.phase%21%3DSucceeded%2Cstatus.phase%21%3DFailed%2Cspec.nodeName%21%3D";

  private static final BigDecimal MIB = BigDecimal.valueOf(1L << 20);

  /** CPUs and bytes of memory. */
  private record Amount(BigDecimal cpus, BigDecimal memory) {

    static final Amount NONE = new Amount(BigDecimal.ZERO, BigDecimal.ZERO);

    static Amount of(JsonNode list) {
      return new Amount(quantity(list.path("cpu")), quantity(list.path("memory")));
    }

    private static BigDecimal quantity(JsonNode text) {
      return text.isMissingNode()
          ? BigDecimal.ZERO
          : Quantity.getAmountInBytes(Quantity.parse(text.asText()));
    }

    Amount plus(Amount other) {
      return new Amount(cpus.add(other.cpus), memory.add(other.memory));
    }

    Amount most(Amount other) {
      return new Amount(cpus.max(other.cpus), memory.max(other.memory));
    }

    /** A host that has given more than it has takes nothing from others. */
    Amount less(Amount other) {
      return new Amount(cpus.subtract(other.cpus), memory.subtract(other.memory)).most(NONE);
    }
  }

  private Hosts() {}

  static Room left(KubeApi api) {
    try {
      var capacity = new HashMap<String, Amount>();
      api.each(
          WHAT,
          Kind.NODE.path(""),
          "",
          node -> {
            if (takesMachines(node)) {
              capacity.put(Seen.name(node), Amount.of(node.at("/status/allocatable")));
            }
          });
      var taken = new HashMap<String, Amount>();
      api.each(
          WHAT,
          Kind.POD.path(""),
          ON_HOSTS,
          pod -> taken.merge(pod.at("/spec/nodeName").asText(), requested(pod), Amount::plus));
      return room(capacity, taken);
    } catch (Trouble trouble) {
      return Room.untold(trouble.fault());
    }
  }

  private static Room room(Map<String, Amount> capacity, Map<String, Amount> taken) {
    var left =
        capacity.entrySet().stream()
            .map(host -> host.getValue().less(taken.getOrDefault(host.getKey(), Amount.NONE)))
            .reduce(Amount.NONE, Amount::plus);
    return new Room(
        left.cpus().setScale(0, RoundingMode.DOWN).longValue(),
        left.memory().divide(MIB, RoundingMode.DOWN).longValue(),
        null,
        null);
  }

  private static boolean takesMachines(JsonNode node) {
    var ready = false;
    for (var condition : node.at("/status/conditions")) {
      ready |=
          condition.path("type").asText().equals("Ready")
              && condition.path("status").asText().equals("True");
    }
    for (var taint : node.at("/spec/taints")) {
      ready &= taint.path("effect").asText().equals("PreferNoSchedule");
    }
    return ready && !node.at("/spec/unschedulable").asBoolean();
  }

  /**
   * As the scheduler counts: init containers run one after the other, beside those of them that
   * stay, and before the others.
   */
  private static Amount requested(JsonNode pod) {
    var staying = Amount.NONE;
    var beginning = Amount.NONE;
    for (var container : pod.at("/spec/initContainers")) {
      var wanted = Amount.of(container.at("/resources/requests"));
      if (container.path("restartPolicy").asText().equals("Always")) {
        staying = staying.plus(wanted);
        beginning = beginning.most(staying);
      } else {
        beginning = beginning.most(staying.plus(wanted));
      }
    }
    var running = staying;
    for (var container : pod.at("/spec/containers")) {
      running = running.plus(Amount.of(container.at("/resources/requests")));
    }
    return running.most(beginning).plus(Amount.of(pod.at("/spec/overhead")));
  }
}
