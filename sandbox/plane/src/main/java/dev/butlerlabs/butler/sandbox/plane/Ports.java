package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The loopback ports of one home: chosen once, kept, and chosen anew only when somebody else took
 * one.
 */
public record Ports(Map<String, Integer> numbers) {

  /** Below the kernel's range for outgoing connections, and below the range for node ports. */
  private static final int FIRST = 20_000;

  private static final int COUNT = 10_000;
  private static final int TRIES = 1_000;

  /** Where the ports of each part of a sandbox are kept in its home. */
  private static final String PLANE = "ports";

  public static final String TENANT_STORE = "tenant-store-ports";
  public static final String PLATFORM = "platform-ports";

  /** Who listens in a control plane. */
  enum Listener {
    ETCD,
    ETCD_PEER,
    KUBE_APISERVER,
    KUBE_CONTROLLER_MANAGER,
    KUBE_SCHEDULER;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  public Ports {
    numbers = Map.copyOf(numbers);
  }

  int of(Listener listener) {
    return of(listener.toString());
  }

  public int of(String name) {
    return numbers.getOrDefault(name, 0);
  }

  String address(Listener listener) {
    return address(listener.toString());
  }

  public String address(String name) {
    return "127.0.0.1:" + of(name);
  }

  String url(Listener listener) {
    return "https://" + address(listener);
  }

  static Ports choose(Home home, RandomGenerator random, Consumer<String> lines) {
    var names = Arrays.stream(Listener.values()).map(Listener::toString).toList();
    return choose(home, PLANE, names, random, lines);
  }

  /**
   * The ports for these names, as they were before where nobody else took them.
   *
   * @param fileName where they are kept in the home, one of the names above
   */
  public static Ports choose(
      Home home,
      String fileName,
      List<String> names,
      RandomGenerator random,
      Consumer<String> lines) {
    var file = home.file(fileName);
    var kept = PrivateFiles.read(file).map(text -> parse(text, names)).orElse(Map.of());
    var others = ofOtherParts(home, fileName);
    var chosen = new LinkedHashMap<String, Integer>();
    for (var name : names) {
      var before = Optional.ofNullable(kept.get(name));
      var port =
          before
              .filter(old -> !others.contains(old) && free(old))
              .orElseGet(() -> pick(random, kept, chosen, others));
      before
          .filter(old -> !old.equals(port))
          .ifPresent(
              old ->
                  lines.accept(
                      "port %d of %s is in use by another program or part; moved to %d"
                          .formatted(old, name, port)));
      chosen.put(name, port);
    }
    if (!chosen.equals(kept)) {
      PrivateFiles.write(file, text(chosen));
    }
    return new Ports(chosen);
  }

  /**
   * Writes down ports that somebody else chose for a new home. Many planes that start at the same
   * time might otherwise choose the same: a port is not listened on at once.
   */
  public static void give(Home home, IntSupplier free) {
    var plane = Arrays.stream(Listener.values()).map(Listener::toString);
    write(home, PLANE, plane.toList(), free);
    write(home, TENANT_STORE, TenantStore.LISTENERS, free);
  }

  private static void write(Home home, String fileName, List<String> names, IntSupplier free) {
    var given = new LinkedHashMap<String, Integer>();
    names.forEach(name -> given.put(name, free.getAsInt()));
    PrivateFiles.write(home.file(fileName), text(given));
  }

  /**
   * What the home's other parts have chosen. They may not listen yet, so that a look at the machine
   * alone would let two parts choose the same port, in this start and in every later one.
   */
  private static Set<Integer> ofOtherParts(Home home, String fileName) {
    return Stream.of(PLANE, TENANT_STORE, PLATFORM)
        .filter(other -> !other.equals(fileName))
        .flatMap(other -> PrivateFiles.read(home.file(other)).stream())
        .flatMap(String::lines)
        .filter(line -> line.matches("\\S+ \\d{4,5}"))
        .map(line -> Integer.valueOf(line.substring(line.indexOf(' ') + 1)))
        .collect(Collectors.toSet());
  }

  private static int pick(
      RandomGenerator random,
      Map<String, Integer> kept,
      Map<String, Integer> chosen,
      Set<Integer> others) {
    var taken = new HashSet<>(others);
    taken.addAll(kept.values());
    taken.addAll(chosen.values());
    for (var i = 0; i < TRIES; i++) {
      var port = FIRST + random.nextInt(COUNT);
      if (!taken.contains(port) && free(port) && PortClaims.ofThisUser().take(port)) {
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
  private static Map<String, Integer> parse(String text, List<String> names) {
    var numbers = new LinkedHashMap<String, Integer>();
    for (var name : names) {
      text.lines()
          .filter(line -> line.matches(name + " \\d{4,5}"))
          .findFirst()
          .ifPresent(
              line -> numbers.put(name, Integer.parseInt(line.substring(line.indexOf(' ') + 1))));
    }
    return numbers;
  }

  private static String text(Map<String, Integer> numbers) {
    var text = new StringBuilder();
    numbers.forEach((name, port) -> text.append(name).append(' ').append(port).append('\n'));
    return text.toString();
  }
}
