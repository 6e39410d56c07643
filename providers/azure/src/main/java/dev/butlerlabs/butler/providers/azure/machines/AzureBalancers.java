package dev.butlerlabs.butler.providers.azure.machines;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Load balancers of the Standard kind with a public address of their own; machines are behind them
 * by address.
 */
final class AzureBalancers implements BalancerDriver {

  private static final String FAILED = "Failed";

  private final AzureClient client;
  private final Place place;
  private final Site site;
  private final Targets targets;

  AzureBalancers(AzureClient client, Place place, Site site) {
    this.client = client;
    this.place = place;
    this.site = site;
    this.targets = new Targets(client, place);
  }

  @Override
  public List<Fault> validate(BalancerOrder order) {
    var faults = new ArrayList<Fault>();
    try {
      site.subnet();
    } catch (Trouble trouble) {
      faults.add(trouble.fault());
    }
    if (outside(order.port()) || outside(order.healthCheckPort())) {
      faults.add(
          new Fault.Invalid(
              "look at the ports", "spec.port or spec.healthCheckPort", "ports are 1 to 65535"));
    }
    return faults;
  }

  private static boolean outside(int port) {
    return port < 1 || port > 65535;
  }

  @Override
  public BalancerState observe(BalancerId id, Memo memo) {
    return answer(
        () -> {
          var address = find(id, addressId(id), "the address");
          var balancer = find(id, balancerId(id), "the load balancer");
          if (address.isEmpty() && balancer.isEmpty()) {
            return new Absent();
          }
          var waiting = waiting(address);
          if (waiting.isEmpty()) {
            waiting = waiting(balancer);
          }
          if (waiting.isPresent()) {
            return new Underway(waiting.get(), memo);
          }
          var pool = client.find(what("look at the targets", id), poolPath(id));
          return pool.isEmpty()
              ? new Underway("its targets are not there yet", memo)
              : ready(id, address.orElseThrow(), pool.get());
        });
  }

  @Override
  public BalancerState ensure(BalancerId id, BalancerOrder order, Memo memo) {
    return answer(
        () -> {
          var problems = validate(order);
          if (!problems.isEmpty()) {
            throw new Trouble(problems.getFirst());
          }
          var address = findFree(id, addressId(id), "the address");
          var balancer = findFree(id, balancerId(id), "the load balancer");
          if (address.isEmpty() || state(address.get()).equals(FAILED)) {
            address = Optional.of(writeAddress(id, address));
          }
          if (waiting(address).isPresent()) {
            return new Underway(waiting(address).get(), memo);
          }
          if (balancer.isEmpty() || stale(balancer.get(), order)) {
            balancer = Optional.of(write(id, order, balancer));
          }
          if (waiting(balancer).isPresent()) {
            return new Underway(waiting(balancer).get(), memo);
          }
          return fill(id, order, address.get(), memo);
        });
  }

  @Override
  public BalancerState remove(BalancerId id, Memo memo) {
    return answer(
        () -> {
          var balancer = find(id, balancerId(id), "the load balancer");
          if (balancer.isPresent()) {
            drop(balancer.get(), what("remove the load balancer", id));
            return new Underway("Azure removes the load balancer", memo);
          }
          var address = find(id, addressId(id), "the address");
          if (address.isEmpty()) {
            return new Absent();
          }
          drop(address.get(), what("remove the address", id));
          return new Underway("Azure removes the address", memo);
        });
  }

  /** One that Azure is at is left alone. */
  private static boolean stale(JsonNode balancer, BalancerOrder order) {
    var state = state(balancer);
    return state.equals(FAILED)
        || (state.equals("Succeeded") && !BalancerBodies.serves(balancer, order));
  }

  private void drop(JsonNode resource, String what) throws Trouble {
    if (!state(resource).equals("Deleting")) {
      client.delete(what, Place.at(resource.path("id").asText(), Place.NETWORK));
    }
  }

  /** Azure tries again what it failed at when it is written once more. */
  private JsonNode writeAddress(BalancerId id, Optional<JsonNode> seen) throws Trouble {
    var body = BalancerBodies.address(id, site.location());
    return put(what("write the address", id), addressId(id), body, seen);
  }

  private JsonNode write(BalancerId id, BalancerOrder order, Optional<JsonNode> seen)
      throws Trouble {
    var body = BalancerBodies.balancer(id, order, site.location(), balancerId(id), addressId(id));
    return put(what("write the load balancer", id), balancerId(id), body, seen);
  }

  /** One that is there is changed only as it was seen. */
  private JsonNode put(String what, String resource, ObjectNode body, Optional<JsonNode> seen)
      throws Trouble {
    var path = Place.at(resource, Place.NETWORK);
    return seen.isEmpty()
        ? client.put(what, path, body, List.of())
        : client.change(what, path, body, seen.get().path("etag").asText());
  }

  private BalancerState fill(BalancerId id, BalancerOrder order, JsonNode address, Memo memo)
      throws Trouble {
    var wanted = targets.addresses(order.targets());
    var pool = client.find(what("look at the targets", id), poolPath(id));
    if (pool.isPresent()
        && !state(pool.get()).equals(FAILED)
        && BalancerBodies.members(pool.get()).equals(wanted)) {
      return state(pool.get()).equals("Succeeded")
          ? ready(id, address, pool.get())
          : new Underway("Azure writes the targets", memo);
    }
    var network = site.subnetId().replaceFirst("/subnets/[^/]+$", "");
    client.put(
        what("write the targets", id),
        poolPath(id),
        BalancerBodies.pool(wanted, network),
        List.of());
    return new Underway("Azure writes the targets", memo);
  }

  private Ready ready(BalancerId id, JsonNode address, JsonNode pool) {
    return new Ready(
        address.at("/properties/ipAddress").asText(),
        balancerId(id),
        BalancerBodies.members(pool).size());
  }

  private Optional<JsonNode> find(BalancerId id, String resource, String thing) throws Trouble {
    return client
        .find(what("look at " + thing, id), Place.at(resource, Place.NETWORK))
        .filter(found -> Tags.owned(found, id.uid()));
  }

  /** The same before anything is made: a name that somebody else has is a conflict. */
  private Optional<JsonNode> findFree(BalancerId id, String resource, String thing) throws Trouble {
    var found = client.find(what("look at " + thing, id), Place.at(resource, Place.NETWORK));
    if (found.isPresent() && !Tags.owned(found.get(), id.uid())) {
      throw new Trouble(new Fault.Conflict(what("make " + thing, id), resource));
    }
    return found;
  }

  private static Optional<String> waiting(Optional<JsonNode> resource) throws Trouble {
    if (resource.isEmpty()) {
      return Optional.of("a part of it is not there yet");
    }
    var state = state(resource.get());
    if (state.equals(FAILED)) {
      throw new Trouble(
          new Fault.Failed(
              "look at " + resource.get().path("name").asText(), "Azure says: Failed"));
    }
    return state.equals("Succeeded")
        ? Optional.empty()
        : Optional.of("Azure is at %s: %s".formatted(resource.get().path("name").asText(), state));
  }

  private static String state(JsonNode resource) {
    return resource.at("/properties/provisioningState").asText("");
  }

  private String balancerId(BalancerId id) {
    return place.balancerId(Names.of(id.cluster(), id.uid(), "lb"));
  }

  private String addressId(BalancerId id) {
    return place.addressId(Names.of(id.cluster(), id.uid(), "ip"));
  }

  private String poolPath(BalancerId id) {
    return Place.at(balancerId(id) + "/backendAddressPools/" + BalancerBodies.POOL, Place.NETWORK);
  }

  private static String what(String doing, BalancerId id) {
    return doing + " of cluster " + id.cluster();
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
