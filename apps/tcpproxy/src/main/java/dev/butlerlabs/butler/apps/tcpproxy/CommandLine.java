package dev.butlerlabs.butler.apps.tcpproxy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads settings from arguments such as {@code --upstream=api.example.com:6443}. */
final class CommandLine {

  private static final List<String> TLS =
      List.of("server-name", "certificate", "key", "authorities");

  private static final Set<String> KNOWN =
      Set.of(
          "listen",
          "health",
          "upstream",
          "server-name",
          "certificate",
          "key",
          "authorities",
          "connections",
          "dial-seconds",
          "linger-seconds",
          "drain-seconds");

  /** What one connection may cost: two TLS records each way, twice, and what goes with them. */
  private static final long BYTES_EACH = 256 * 1024;

  private final Map<String, String> given = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();

  private CommandLine() {}

  /** Settings, or all that is wrong with them at once. */
  sealed interface Parsed {

    record Good(Settings settings) implements Parsed {}

    record Bad(List<String> problems) implements Parsed {
      public Bad {
        problems = List.copyOf(problems);
      }
    }
  }

  /**
   * Reads them.
   *
   * @param memory this process may use; how many connections fit follows from it
   */
  static Parsed parse(List<String> arguments, long memory) {
    var line = new CommandLine();
    arguments.forEach(line::take);
    return line.settings(memory);
  }

  private void take(String argument) {
    var cut = argument.indexOf('=');
    var name = argument.startsWith("--") && cut > 0 ? argument.substring(2, cut) : "";
    if (!KNOWN.contains(name)) {
      problems.add("'%s' is no flag of this program; it knows --%s".formatted(argument, flags()));
    } else {
      given.put(name, argument.substring(cut + 1));
    }
  }

  private static String flags() {
    return String.join("=, --", KNOWN.stream().sorted().toList()) + "=";
  }

  private Parsed settings(long memory) {
    var settings =
        new Settings(
            place("listen", ":6443"),
            place("health", ":10270"),
            place("upstream", ""),
            tls(),
            number("connections", Math.toIntExact(Math.max(16, memory / BYTES_EACH))),
            Duration.ofSeconds(number("dial-seconds", 10)),
            Duration.ofSeconds(number("linger-seconds", 5)),
            Duration.ofSeconds(number("drain-seconds", 20)));
    if (settings.upstream().host().isEmpty()) {
      problems.add("--upstream=host:port is missing: say where the API server is");
    }
    return problems.isEmpty() ? new Parsed.Good(settings) : new Parsed.Bad(problems);
  }

  private HostPort place(String name, String otherwise) {
    var text = given.getOrDefault(name, otherwise);
    var place = HostPort.parse(text);
    if (place.isEmpty() && !text.isEmpty()) {
      problems.add("--%s=%s is no host:port such as [::]:6443".formatted(name, text));
    }
    return place.orElseGet(() -> new HostPort("", 0));
  }

  private int number(String name, int otherwise) {
    var text = given.getOrDefault(name, Integer.toString(otherwise));
    if (!text.matches("\\d{1,7}")) {
      problems.add("--%s=%s is no number".formatted(name, text));
      return otherwise;
    }
    return Integer.parseInt(text);
  }

  private Settings.@Nullable Tls tls() {
    var missing = TLS.stream().filter(name -> given.getOrDefault(name, "").isEmpty()).toList();
    if (missing.size() == TLS.size()) {
      return null;
    }
    if (!missing.isEmpty()) {
      problems.add("to end TLS here --%s is missing".formatted(String.join(", --", missing)));
      return null;
    }
    var serverName = given.getOrDefault("server-name", "");
    if (!Termination.knows(serverName)) {
      problems.add("--server-name=%s is no host name".formatted(serverName));
    }
    return new Settings.Tls(
        Path.of(given.getOrDefault("certificate", "")),
        Path.of(given.getOrDefault("key", "")),
        Path.of(given.getOrDefault("authorities", "")),
        serverName);
  }
}
