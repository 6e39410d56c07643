package dev.butlerlabs.butler.sandbox.node.forward;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.sandbox.node.address.AddressPool;
import dev.butlerlabs.butler.sandbox.node.api.Door;
import dev.butlerlabs.butler.sandbox.node.api.Watch;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gives each Service an address of this sandbox and serves it there. */
public final class Forwarder implements Watch.Listener, AutoCloseable {

  /** Where this node serves a Service, whatever its type. */
  public static final String ADDRESS = "sandbox.butler.butlerlabs.dev/address";

  /** Which node serves it; others leave it alone. */
  static final String SERVED_BY = "sandbox.butler.butlerlabs.dev/served-by";

  private final Door door;
  private final PodBoard board;
  private final AddressPool pool;
  private final String nodeName;
  private final String nodeIp;
  private final Runnable namesChanged;
  private final Consumer<String> troubles;
  private final Map<String, Served> served = new ConcurrentHashMap<>();
  private final List<JsonNode> waiting = new ArrayList<>();
  private final Map<String, JsonNode> untold = new LinkedHashMap<>();
  private boolean listed;
  private @Nullable Watch watch;

  /** A Service that has its address. */
  private record Served(ServiceOrder order, String address, Map<String, Listener> listeners) {}

  public Forwarder(
      Door door,
      PodBoard board,
      AddressPool pool,
      String nodeName,
      String nodeIp,
      Runnable namesChanged,
      Consumer<String> troubles) {
    this.door = door;
    this.board = board;
    this.pool = pool;
    this.nodeName = nodeName;
    this.nodeIp = nodeIp;
    this.namesChanged = namesChanged;
    this.troubles = troubles;
  }

  public void start() {
    watch = Watch.open(door, "/api/v1/services", this, troubles);
  }

  /** Lines for hosts files: the names of all Services with their addresses here. */
  public String names() {
    var lines = new TreeMap<String, String>();
    for (var entry : served.values()) {
      var order = entry.order();
      lines.put(order.namespace() + "/" + order.name(), order.hostsLine(entry.address()));
    }
    return String.join("", lines.values());
  }

  @Override
  public void present(JsonNode service) {
    if (!listed && addressOf(service).isEmpty()) {
      // Those that have an address keep it, so they come first.
      waiting.add(service);
      return;
    }
    serve(service);
  }

  @Override
  public void listed() {
    listed = true;
    waiting.forEach(this::serve);
    waiting.clear();
    // A list comes after a break; what could not be told then can be told now.
    List.copyOf(untold.values()).forEach(this::serve);
  }

  private void serve(JsonNode service) {
    var order = ServiceOrder.of(service);
    if (!order.servedHere(service) || servedElsewhere(service)) {
      drop(order.uid());
      return;
    }
    var before = served.get(order.uid());
    var address = before == null ? address(order, service) : Optional.of(before.address());
    if (address.isEmpty()) {
      troubles.accept("no address is left for the Service " + order.path());
      return;
    }
    var listeners = before == null ? new LinkedHashMap<String, Listener>() : before.listeners();
    served.put(order.uid(), new Served(order, address.get(), listeners));
    listen(order, address.get(), listeners);
    tell(order, address.get(), service);
    if (before == null) {
      namesChanged.run();
    }
  }

  private Optional<String> address(ServiceOrder order, JsonNode service) {
    var kept = order.wantedIp().isEmpty() ? addressOf(service) : Optional.of(order.wantedIp());
    return kept.filter(pool::take).or(pool::take);
  }

  private boolean servedElsewhere(JsonNode service) {
    var by = service.at("/metadata/annotations").path(SERVED_BY).asText(nodeName);
    return !by.equals(nodeName);
  }

  private static Optional<String> addressOf(JsonNode service) {
    var note = service.at("/metadata/annotations").path(ADDRESS).asText("");
    return note.isEmpty() ? Optional.empty() : Optional.of(note);
  }

  private void listen(ServiceOrder order, String address, Map<String, Listener> listeners) {
    var wanted = new LinkedHashMap<String, ServiceOrder.Port>();
    for (var port : order.ports()) {
      wanted.put(address + ":" + port.number(), port);
      if (port.nodePort() > 0) {
        wanted.put(nodeIp + ":" + port.nodePort(), port);
      }
    }
    for (var key : List.copyOf(listeners.keySet())) {
      if (!wanted.containsKey(key)) {
        close(listeners.remove(key));
      }
    }
    wanted.forEach(
        (key, port) -> {
          if (!listeners.containsKey(key)) {
            open(key, order.uid(), port).ifPresent(listener -> listeners.put(key, listener));
          }
        });
  }

  private Optional<Listener> open(String key, String uid, ServiceOrder.Port port) {
    var colon = key.indexOf(':');
    var number = Integer.parseInt(key.substring(colon + 1));
    try {
      return Optional.of(
          Listener.open(key.substring(0, colon), number, () -> targets(uid, number, port)));
    } catch (IOException e) {
      troubles.accept("listening at %s failed: %s".formatted(key, e.getMessage()));
      return Optional.empty();
    }
  }

  /** Looks at the Service as it is now: its selector or target may have changed. */
  private List<InetSocketAddress> targets(String uid, int number, ServiceOrder.Port opened) {
    var entry = served.get(uid);
    if (entry == null) {
      return List.of();
    }
    var port =
        entry.order().ports().stream()
            .filter(found -> found.number() == number || found.nodePort() == number)
            .findFirst()
            .orElse(opened);
    return board.behind(entry.order()).stream()
        .filter(pod -> port.targetIn(pod) > 0)
        .map(pod -> new InetSocketAddress(pod.ip(), port.targetIn(pod)))
        .toList();
  }

  private void tell(ServiceOrder order, String address, JsonNode service) {
    var told = service.at("/status/loadBalancer/ingress/0/ip").asText("");
    var noted = addressOf(service).orElse("");
    if (noted.equals(address) && told.equals(order.balancer() ? address : "")) {
      return;
    }
    var patch = JsonNodeFactory.instance.objectNode();
    var metadata = patch.putObject("metadata");
    metadata.put("uid", order.uid());
    metadata.putObject("annotations").put(ADDRESS, address).put(SERVED_BY, nodeName);
    var ingress = patch.putObject("status").putObject("loadBalancer").putArray("ingress");
    if (order.balancer()) {
      ingress.addObject().put("ip", address);
    }
    try {
      untold.put(order.uid(), service);
      var answer = door.merge(order.path() + "/status", patch);
      if (answer.done() || answer.absent()) {
        untold.remove(order.uid());
      } else {
        troubles.accept("telling the address of " + order.path() + ": " + answer.message());
      }
    } catch (IOException e) {
      troubles.accept("telling the address of " + order.path() + ": " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void gone(JsonNode service) {
    drop(service.at("/metadata/uid").asText());
  }

  private void drop(String uid) {
    untold.remove(uid);
    var entry = served.remove(uid);
    if (entry != null) {
      entry.listeners().values().forEach(this::close);
      pool.give(entry.address());
      namesChanged.run();
    }
  }

  private void close(@Nullable Listener listener) {
    try {
      if (listener != null) {
        listener.close();
      }
    } catch (IOException e) {
      troubles.accept("closing a listener failed: " + e.getMessage());
    }
  }

  @Override
  public void close() {
    if (watch != null) {
      watch.close();
    }
    List.copyOf(served.keySet()).forEach(this::drop);
  }
}
