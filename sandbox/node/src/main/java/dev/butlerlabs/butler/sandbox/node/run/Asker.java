package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.sandbox.node.pod.Probe.Action;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import javax.net.ssl.SSLContext;

/** Puts a probe's question to a container. */
public final class Asker {

  private static final Set<String> SELF = Set.of("", "localhost", "127.0.0.1", "0.0.0.0");

  private final Launcher launcher;

  /** A probe asks whether the program answers, not who it is; Kubernetes checks no names here. */
  private final SSLContext tls = TlsContext.believingAnybody();

  public Asker(Launcher launcher) {
    this.launcher = launcher;
  }

  /** Puts one question, again and again; by one thread at a time. */
  interface Line extends AutoCloseable {

    /** True when the answer is good. */
    boolean ask(Duration timeout) throws IOException, InterruptedException;

    @Override
    default void close() {}
  }

  /** True when the answer is good; anything else, also no answer, is bad. */
  static boolean good(Line line, Duration timeout) throws InterruptedException {
    try {
      return line.ask(timeout);
    } catch (IOException e) {
      return false;
    }
  }

  boolean ask(Action action, ContainerProcess container, String podIp, Duration timeout)
      throws InterruptedException {
    try (var line = line(action, container, podIp)) {
      return good(line, timeout);
    }
  }

  Line line(Action action, ContainerProcess container, String podIp) {
    return switch (action) {
      case Action.Tcp(var host, var port) ->
          timeout -> connects(address(host, podIp), port, timeout);
      case Action.Http http -> new HttpLine(http, address(http.host(), podIp), tls);
      case Action.Exec(var command) ->
          timeout -> launcher.run(container, command, timeout.toMillis());
    };
  }

  private static String address(String host, String podIp) {
    return SELF.contains(host) ? podIp : host;
  }

  private static boolean connects(String host, int port, Duration timeout) throws IOException {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), millis(timeout));
      return true;
    }
  }

  static int millis(Duration timeout) {
    return Math.toIntExact(Math.max(1, timeout.toMillis()));
  }
}
