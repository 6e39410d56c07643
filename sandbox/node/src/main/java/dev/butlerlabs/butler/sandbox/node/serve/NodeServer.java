package dev.butlerlabs.butler.sandbox.node.serve;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.butlerlabs.butler.pki.Subject;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/** The https server of the node, at the node's own address. */
public final class NodeServer implements AutoCloseable {

  /** The port every node serves at. */
  public static final int PORT = 10250;

  private static final String ONLY_CLIENT = "kube-apiserver-kubelet-client";

  private final HttpsServer server;

  private NodeServer(HttpsServer server) {
    this.server = server;
  }

  /** Takes the address; empty when somebody else has it. Nobody is answered yet. */
  public static Optional<NodeServer> bind(String address) {
    try {
      var at = new InetSocketAddress(InetAddress.ofLiteral(address), PORT);
      return Optional.of(new NodeServer(HttpsServer.create(at, 0)));
    } catch (BindException taken) {
      return Optional.empty();
    } catch (IOException e) {
      throw new IllegalStateException("cannot listen at " + address + ": " + e.getMessage(), e);
    }
  }

  /** Begins to answer. */
  public void start(SSLContext tls, LogSource logs) {
    server.setHttpsConfigurator(
        new HttpsConfigurator(tls) {
          @Override
          public void configure(HttpsParameters parameters) {
            var settings = getSSLContext().getDefaultSSLParameters();
            settings.setNeedClientAuth(true);
            parameters.setSSLParameters(settings);
          }
        });
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/containerLogs/", exchange -> logs(exchange, logs));
    server.createContext(
        "/",
        exchange ->
            answer(
                exchange,
                501,
                "The process node of the sandbox runs this pod as processes of this machine and"
                    + " gives no shell into them; use kubectl logs, or look at the processes"));
    server.start();
  }

  private static void logs(HttpExchange exchange, LogSource logs) throws IOException {
    var parts = exchange.getRequestURI().getPath().split("/", -1);
    var query = query(exchange.getRequestURI().getRawQuery());
    if (!allowed(exchange)) {
      answer(exchange, 403, "Only the API server may ask this node");
    } else if (parts.length != 5) {
      answer(exchange, 404, "A log is at /containerLogs/NAMESPACE/POD/CONTAINER");
    } else if (query.containsKey("sinceSeconds")
        || query.containsKey("sinceTime")
        || query.getOrDefault("timestamps", "false").equals("true")) {
      answer(
          exchange,
          400,
          "The process node keeps logs as programs write them and knows no time of a line;"
              + " leave out --since, --since-time and --timestamps, or use --tail");
    } else {
      stream(exchange, logs, parts, query);
    }
  }

  private static void stream(
      HttpExchange exchange, LogSource logs, String[] parts, Map<String, String> query)
      throws IOException {
    var previous = query.getOrDefault("previous", "false").equals("true");
    var log = logs.find(parts[2], parts[3], parts[4], previous);
    if (log.isEmpty()) {
      var which = previous ? "previous run of the container " : "container ";
      answer(exchange, 404, "There is no log of the " + which + parts[4] + " in pod " + parts[3]);
      return;
    }
    var follow = query.getOrDefault("follow", "false").equals("true") && !previous;
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.sendResponseHeaders(200, 0);
    try (var body = exchange.getResponseBody()) {
      LogStream.copy(
          log.get(),
          number(query, "tailLines", -1),
          number(query, "limitBytes", Long.MAX_VALUE),
          () -> follow && logs.growing(parts[2], parts[3], parts[4], log.get()),
          body);
    }
  }

  /** Many hold a certificate of this authority; one of them is the API server. */
  private static boolean allowed(HttpExchange exchange) throws IOException {
    return exchange instanceof HttpsExchange https
        && https.getSSLSession().getPeerPrincipal() instanceof X500Principal principal
        && Subject.of(principal).commonName().equals(ONLY_CLIENT);
  }

  private static long number(Map<String, String> query, String name, long otherwise) {
    var text = query.getOrDefault(name, "");
    return text.matches("\\d{1,18}") ? Long.parseLong(text) : otherwise;
  }

  private static Map<String, String> query(@Nullable String raw) {
    var query = new HashMap<String, String>();
    if (raw != null) {
      for (var pair : raw.split("&", -1)) {
        var equals = pair.indexOf('=');
        if (equals > 0) {
          query.put(pair.substring(0, equals), pair.substring(equals + 1));
        }
      }
    }
    return query;
  }

  private static void answer(HttpExchange exchange, int code, String sentence) throws IOException {
    var bytes = (sentence + "\n").getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "text/plain");
    exchange.sendResponseHeaders(code, bytes.length);
    try (var body = exchange.getResponseBody()) {
      body.write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
