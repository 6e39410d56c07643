package dev.butlerlabs.butler.providers.harvester.machines;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerDriver;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerId;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerOrder;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Absent;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Ready;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Unclear;
import dev.butlerlabs.butler.providers.spi.balancer.BalancerState.Underway;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.identity.Ownership;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Load balancers of Harvester: one LoadBalancer object, whose address comes from an IPPool and
 * whose targets are machines in the same namespace, by name.
 */
final class HarvesterBalancers implements BalancerDriver {

  private static final String MACHINE_NAME = "harvesterhci.io/vmName";
  private static final int HIGHEST_PORT = 65535;

  /** Matches no machine: their names have no dots. An empty list would be an error to Harvester. */
  private static final String NOBODY = "no.machine";

  private final KubeApi api;
  private final String namespace;
  private final String network;

  HarvesterBalancers(KubeApi api, String namespace, String network) {
    this.api = api;
    this.namespace = namespace;
    this.network = network;
  }

  @Override
  public List<Fault> validate(BalancerOrder order) {
    var what = "make a load balancer";
    var faults = new ArrayList<Fault>();
    if (order.port() < 1 || order.port() > HIGHEST_PORT) {
      faults.add(new Fault.Invalid(what, "port", order.port() + " is not between 1 and 65535"));
    }
    if (order.healthCheckPort() != order.port()) {
      faults.add(
          new Fault.Invalid(
              what, "healthCheckPort", "Harvester checks the port that it leads to and no other"));
    }
    if (order.targets().stream()
        .anyMatch(target -> target.instanceName() == null || target.instanceName().isEmpty())) {
      faults.add(
          new Fault.Invalid(
              what, "targets", "Harvester finds machines by name: each needs an instanceName"));
    }
    return faults;
  }

  @Override
  public BalancerState observe(BalancerId id, Memo memo) {
    return answer(
        () ->
            find(id)
                .filter(seen -> Seen.ownedBy(seen, id.uid()))
                .map(this::state)
                .orElseGet(Absent::new));
  }

  @Override
  public BalancerState ensure(BalancerId id, BalancerOrder order, Memo memo) {
    return answer(
        () -> {
          var problems = validate(order);
          if (!problems.isEmpty()) {
            return new Unclear(problems.getFirst());
          }
          var there = find(id);
          if (there.isEmpty()) {
            api.create(
                what("make", id), Kind.BALANCER.path(namespace), object(id, order), List.of());
            return new Underway("waiting for an address", Memo.NONE);
          }
          var seen = there.get();
          if (!Seen.ownedBy(seen, id.uid())) {
            throw new Trouble(
                new Fault.Conflict(what("make", id), "load balancer " + Seen.name(seen)));
          }
          return Seen.leaving(seen) || matches(seen, order) ? state(seen) : change(id, order, seen);
        });
  }

  @Override
  public BalancerState remove(BalancerId id, Memo memo) {
    return answer(
        () -> {
          var seen = find(id).filter(there -> Seen.ownedBy(there, id.uid()));
          if (seen.isEmpty()) {
            return new Absent();
          }
          if (!Seen.leaving(seen.get())) {
            api.delete(what("remove", id), path(id), seen.get());
          }
          return new Underway("removing", Memo.NONE);
        });
  }

  private static String what(String verb, BalancerId id) {
    return verb + " the load balancer of cluster " + id.cluster();
  }

  private Optional<JsonNode> find(BalancerId id) throws Trouble {
    return api.find(what("look for", id), path(id));
  }

  private String path(BalancerId id) {
    return Kind.BALANCER.path(namespace, name(id));
  }

  private static String name(BalancerId id) {
    return Names.withMark(id.cluster(), id.uid());
  }

  private Fields object(BalancerId id, BalancerOrder order) {
    var metadata =
        Fields.of("name", name(id))
            .with("labels", new Ownership(id.uid(), id.cluster()).tags())
            // An IPPool may be for one network only.
            .with("annotations", Fields.of("loadbalancer.harvesterhci.io/network", network));
    return Fields.of("apiVersion", "loadbalancer.harvesterhci.io/v1beta1")
        .with("kind", "LoadBalancer")
        .with("metadata", metadata)
        .with("spec", spec(order).with("workloadType", "vm").with("ipam", "pool"));
  }

  private static Fields spec(BalancerOrder order) {
    var listener =
        Fields.of("name", "api")
            .with("port", order.port())
            .with("protocol", "TCP")
            .with("backendPort", order.port());
    var check =
        Fields.of("port", order.healthCheckPort())
            .with("successThreshold", 1)
            .with("failureThreshold", 3)
            .with("periodSeconds", 5)
            .with("timeoutSeconds", 3);
    return Fields.none()
        .withList("listeners", List.of(listener))
        .with("healthCheck", check)
        .with("backendServerSelector", Fields.of(MACHINE_NAME, targets(order)));
  }

  private static List<String> targets(BalancerOrder order) {
    var names = new TreeSet<String>();
    order.targets().forEach(target -> names.add(String.valueOf(target.instanceName())));
    return names.isEmpty() ? List.of(NOBODY) : List.copyOf(names);
  }

  private static boolean matches(JsonNode seen, BalancerOrder order) {
    var spec = seen.path("spec");
    var targets = new ArrayList<String>();
    spec.path("backendServerSelector")
        .path(MACHINE_NAME)
        .forEach(name -> targets.add(name.asText()));
    return targets.equals(targets(order))
        && spec.path("listeners").size() == 1
        && spec.at("/listeners/0/port").asInt() == order.port()
        && spec.at("/healthCheck/port").asInt() == order.healthCheckPort();
  }

  private BalancerState change(BalancerId id, BalancerOrder order, JsonNode seen) throws Trouble {
    var same =
        Fields.of("uid", Seen.uid(seen))
            .with("resourceVersion", seen.at("/metadata/resourceVersion").asText());
    api.patch(what("change", id), path(id), Fields.of("metadata", same).with("spec", spec(order)));
    return new Underway("changing the targets", Memo.NONE);
  }

  /** It serves as soon as it has an address: machines need that before they can be its targets. */
  private BalancerState state(JsonNode seen) {
    var name = namespace + "/" + Seen.name(seen);
    if (Seen.leaving(seen)) {
      return new Underway("removing", Memo.NONE);
    }
    var address = seen.at("/status/address").asText();
    if (!address.isEmpty()) {
      return new Ready(address, name, seen.at("/status/backendServers").size());
    }
    var told =
        Seen.condition(seen, "Ready").map(ready -> ready.path("message").asText()).orElse("");
    return told.contains("IPPool") || told.contains("no available IP")
        ? new Unclear(new Fault.Quota("give load balancer " + name + " an address", told))
        : new Underway("waiting for an address", Memo.NONE);
  }

  /** One step, with its trouble turned into an answer. */
  private interface Step {
    BalancerState take() throws Trouble;
  }

  private static BalancerState answer(Step step) {
    try {
      return step.take();
    } catch (Trouble trouble) {
      return new Unclear(trouble.fault());
    }
  }
}
