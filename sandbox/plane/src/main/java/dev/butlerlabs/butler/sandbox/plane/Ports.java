package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * The loopback ports of one home: chosen once, kept, and chosen anew only when somebody else took
 * one.
 */
record Ports(Map<Listener, Integer> numbers) {

  /** Below the kernel's range for outgoing connections, and below the range for node ports. */
  private static final int FIRST = 20_000;

  private static final int COUNT = 10_000;
  private static final int TRIES = 1_000;

  /** Who listens. */
  enum Listener {
    ETCD,
    ETCD_PEER,
    KUBE_APISERVER,
    KUBE_CONTROLLER_MANAGER,
    KUBE_SCHEDULER
  }

  Ports {
    numbers = Map.copyOf(numbers);
  }

  int of(Listener listener) {
    return numbers.getOrDefault(listener, 0);
  }

  String address(Listener listener) {
    return "127.0.0.1:" + of(listener);
  }

  String url(Listener listener) {
    return "https://" + address(listener);
  }

  static Ports choose(Home home, RandomGenerator random, Consumer<String> lines) {
    var file = home.file("ports");
    var kept = PrivateFiles.read(file).map(Ports::parse).orElse(Map.of());
    var chosen = new EnumMap<Listener, Integer>(Listener.class);
    for (var listener : Listener.values()) {
      var before = Optional.ofNullable(kept.get(listener));
      var port = before.filter(Ports::free).orElseGet(() -> pick(random, kept, chosen));
      before
          .filter(old -> !old.equals(port))
          .ifPresent(
              old ->
                  lines.accept(
                      "port %d of %s is in use by another program; moved to %d"
                          .formatted(old, listener, port)));
      chosen.put(listener, port);
    }
    if (!chosen.equals(kept)) {
      PrivateFiles.write(file, text(chosen));
    }
    return new Ports(chosen);
  }

  private static int pick(
      RandomGenerator random, Map<Listener, Integer> kept, Map<Listener, Integer> chosen) {
    var taken = new HashSet<>(kept.values());
    taken.addAll(chosen.values());
    for (var i = 0; i < TRIES; i++) {
      var port = FIRST + random.nextInt(COUNT);
      if (!taken.contains(port) && free(port)) {
        return port;
      }
    }
    throw new Refusal(
        "127.0.0.1",
        "has no free port between %d and %d".formatted(FIRST, FIRST + COUNT),
        "stop some of the programs that listen there");
  }

  private static boolean free(int port) {
    try (var socket = new ServerSocket(port, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  /** A line that cannot be read is as good as none: the port is chosen again. */
  private static Map<Listener, Integer> parse(String text) {
    var numbers = new EnumMap<Listener, Integer>(Listener.class);
    for (var listener : Listener.values()) {
      text.lines()
          .filter(line -> line.matches(listener + " \\d{4,5}"))
          .findFirst()
          .ifPresent(
              line ->
                  numbers.put(listener, Integer.parseInt(line.substring(line.indexOf(' ') + 1))));
    }
    return numbers;
  }

  private static String text(Map<Listener, Integer> numbers) {
    var text = new StringBuilder();
    numbers.forEach(
        (listener, port) -> text.append(listener).append(' ').append(port).append('\n'));
    return text.toString();
  }
}
