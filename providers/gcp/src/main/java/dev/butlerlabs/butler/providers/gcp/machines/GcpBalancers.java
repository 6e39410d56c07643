package dev.butlerlabs.butler.providers.gcp.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.gcp.machines.BalancerParts.Part;
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
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Load balancers on Google Cloud: regional, external, passing TCP through. One part at a time; the
 * memo holds the last operation.
 */
final class GcpBalancers implements BalancerDriver {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Compute compute;
  private final Resources resources;
  private final Needs needs;
  private final Targets targets;
  private final InstantSource clock;

  GcpBalancers(Compute compute, Resources resources, Needs needs, InstantSource clock) {
    this.compute = compute;
    this.resources = resources;
    this.needs = needs;
    this.targets = new Targets(compute);
    this.clock = clock;
  }

  @Override
  public List<Fault> validate(BalancerOrder order) {
    try {
      targets.byZone(order, compute.zones());
      return List.of();
    } catch (Trouble trouble) {
      return List.of(trouble.fault());
    }
  }

  @Override
  public BalancerState observe(BalancerId id, Memo memo) {
    return answer(
        () -> {
          var parts = parts(id);
          var seen = look(parts);
          if (seen.size() == parts.all().size()) {
            return ready(parts, seen, size(parts, seen));
          }
          return seen.isEmpty() && operation(memo).filter(Operation::running).isEmpty()
              ? new Absent()
              : new Underway("not whole yet", memo);
        });
  }

  @Override
  public BalancerState ensure(BalancerId id, BalancerOrder order, Memo memo) {
    return answer(
        () -> {
          var waiting = waiting(memo, "make the balancer of " + id.cluster());
          if (waiting.isPresent()) {
            return waiting.get();
          }
          return build(id, order);
        });
  }

  @Override
  public BalancerState remove(BalancerId id, Memo memo) {
    return answer(
        () -> {
          var waiting = waiting(memo, "remove the balancer of " + id.cluster());
          if (waiting.isPresent()) {
            return waiting.get();
          }
          var parts = parts(id);
          for (var part : parts.all().reversed()) {
            var found = resources.find(part.path());
            if (found.isPresent() && parts.isOurs(found.get())) {
              return begun("removing", resources.delete("remove " + part.path(), part.path()));
            }
          }
          return gone(parts, memo);
        });
  }

  /** Nothing is to be seen; something may be on its way. */
  private BalancerState gone(BalancerParts parts, Memo memo) throws Trouble {
    var paths = parts.all().stream().map(Part::path).toList();
    for (var scope : parts.scopes()) {
      if (resources.busy(scope, paths)) {
        return new Underway("waiting for Google", memo);
      }
    }
    return look(parts).isEmpty() ? new Absent() : new Underway("made, to be removed", memo);
  }

  /**
   * In all zones of the region, whichever is set for new machines: those that are there may stand
   * anywhere, and the setting may have been another one when the balancer was made.
   */
  private BalancerParts parts(BalancerId id) throws Trouble {
    return new BalancerParts(id, resources, compute.region(), compute.zones());
  }

  /** Those parts that are there and ours. */
  private Map<Part, JsonNode> look(BalancerParts parts) throws Trouble {
    var seen = new HashMap<Part, JsonNode>();
    for (var part : parts.all()) {
      resources.find(part.path()).filter(parts::isOurs).ifPresent(found -> seen.put(part, found));
    }
    return seen;
  }

  /** Nothing is made before all names are known to be free or ours. */
  private BalancerState build(BalancerId id, BalancerOrder order) throws Trouble {
    var parts = parts(id);
    var wanted = targets.byZone(order, compute.zones());
    var seen = new HashMap<Part, JsonNode>();
    for (var part : parts.all()) {
      var found = resources.find(part.path());
      if (found.isPresent() && !parts.isOurs(found.get())) {
        throw new Trouble(new Fault.Conflict("make the balancer of " + id.cluster(), part.path()));
      }
      found.ifPresent(there -> seen.put(part, there));
    }
    for (var part : parts.all()) {
      if (!seen.containsKey(part)) {
        return make(parts, part, order, field(seen, parts.address(), "address"));
      }
    }
    var changed = adjust(parts, order, seen);
    if (changed.isEmpty()) {
      changed = extend(parts, seen, wanted);
    }
    return changed.isPresent() ? changed.get() : register(parts, seen, wanted);
  }

  private BalancerState make(BalancerParts parts, Part part, BalancerOrder order, String address)
      throws Trouble {
    var body = parts.body(part, order, address, References.network(needs.settings()));
    return begun(
        "making " + part.path(), resources.insert("make " + part.path(), part.collection(), body));
  }

  /** Ports that were changed since: a check is changed, a rule made anew. */
  private Optional<BalancerState> adjust(
      BalancerParts parts, BalancerOrder order, Map<Part, JsonNode> seen) throws Trouble {
    var check = seen.getOrDefault(parts.check(), JSON.createObjectNode());
    if (check.path("tcpHealthCheck").path("port").asInt() != order.healthCheckPort()) {
      var body = JSON.createObjectNode().put("type", "TCP");
      body.putObject("tcpHealthCheck").put("port", order.healthCheckPort());
      var path = parts.check().path();
      return Optional.of(begun("changing", resources.patch("change " + path, path, body)));
    }
    var rule = seen.getOrDefault(parts.rule(), JSON.createObjectNode());
    if (!rule.path("ports").path(0).asText().equals(Integer.toString(order.port()))) {
      var path = parts.rule().path();
      return Optional.of(begun("changing", resources.delete("replace " + path, path)));
    }
    return Optional.empty();
  }

  /** A service that was made when fewer zones were known leads to those that have targets, too. */
  private Optional<BalancerState> extend(
      BalancerParts parts, Map<Part, JsonNode> seen, Map<String, List<String>> wanted)
      throws Trouble {
    var service = seen.getOrDefault(parts.service(), JSON.createObjectNode());
    var zones =
        wanted.entrySet().stream()
            .filter(zone -> !zone.getValue().isEmpty())
            .map(Map.Entry::getKey)
            .toList();
    var path = parts.service().path();
    var extended = parts.extended(service, zones);
    return extended.isEmpty()
        ? Optional.empty()
        : Optional.of(begun("changing", resources.patch("change " + path, path, extended.get())));
  }

  private BalancerState register(
      BalancerParts parts, Map<Part, JsonNode> seen, Map<String, List<String>> wanted)
      throws Trouble {
    var registered = 0;
    for (var zone : wanted.entrySet()) {
      var group = parts.group(zone.getKey()).path();
      var missing = new TreeSet<>(zone.getValue());
      var surplus = new TreeSet<>(resources.members(group));
      registered += missing.size();
      var both = new TreeSet<>(missing);
      both.retainAll(surplus);
      missing.removeAll(both);
      surplus.removeAll(both);
      if (!missing.isEmpty()) {
        return begun("adding targets", change(group, "addInstances", List.copyOf(missing)));
      }
      if (!surplus.isEmpty()) {
        return begun("taking targets away", change(group, "removeInstances", List.copyOf(surplus)));
      }
    }
    return ready(parts, seen, registered);
  }

  private String change(String group, String verb, List<String> instances) throws Trouble {
    var body = JSON.createObjectNode();
    var list = body.putArray("instances");
    instances.forEach(instance -> list.addObject().put("instance", resources.full(instance)));
    return resources.act("change " + group, group + "/" + verb, body);
  }

  private static int size(BalancerParts parts, Map<Part, JsonNode> seen) {
    return parts.all().stream()
        .mapToInt(part -> seen.getOrDefault(part, JSON.createObjectNode()).path("size").asInt())
        .sum();
  }

  private BalancerState ready(BalancerParts parts, Map<Part, JsonNode> seen, int registered) {
    return new Ready(
        field(seen, parts.address(), "address"), resources.full(parts.rule().path()), registered);
  }

  private static String field(Map<Part, JsonNode> seen, Part part, String name) {
    return seen.getOrDefault(part, JSON.createObjectNode()).path(name).asText();
  }

  private static BalancerState begun(String doing, String operation) {
    return new Underway(doing, new Memo(operation));
  }

  private Optional<Operation> operation(Memo memo) throws Trouble {
    return memo.isEmpty() ? Optional.empty() : resources.operation(memo.text());
  }

  /** The last operation runs, or failed not long ago. */
  private Optional<BalancerState> waiting(Memo memo, String what) throws Trouble {
    var operation = operation(memo);
    if (operation.isEmpty()) {
      return Optional.empty();
    }
    if (operation.get().running()) {
      return Optional.of(new Underway("Google works on it: " + operation.get().type(), memo));
    }
    return operation.get().failed() && operation.get().fresh(clock.instant())
        ? Optional.of(new Unclear(operation.get().fault(what)))
        : Optional.empty();
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
