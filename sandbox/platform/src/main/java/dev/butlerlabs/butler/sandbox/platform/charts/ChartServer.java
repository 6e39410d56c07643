package dev.butlerlabs.butler.sandbox.platform.charts;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stand-ins over HTTP, for this machine only. It keeps nothing and ends with its process. */
public final class ChartServer implements AutoCloseable {

  private static final int OK = 200;
  private static final int NOT_FOUND = 404;
  private static final int NOT_ALLOWED = 405;

  private final HttpServer server;
  private final ExecutorService workers;
  private final StandIns charts;

  private ChartServer(HttpServer server, StandIns charts) {
    this.server = server;
    this.charts = charts;
    this.workers = Executors.newVirtualThreadPerTaskExecutor();
    server.setExecutor(workers);
    server.createContext("/", this::answer);
    server.start();
  }

  /**
   * Serves at once.
   *
   * @param port on loopback; 0 for any
   */
  public static ChartServer start(int port, StandIns charts) throws IOException {
    var address = new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port);
    return new ChartServer(HttpServer.create(address, 0), charts);
  }

  /** Below it each definition has its repository. */
  public URI address() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var method = exchange.getRequestMethod();
      var path = exchange.getRequestURI().getPath();
      if (!method.equals("GET") && !method.equals("HEAD")) {
        exchange.getResponseHeaders().set("Allow", "GET, HEAD");
        send(exchange, NOT_ALLOWED, "Charts can be read here, and nothing else.\n".getBytes(UTF_8));
        return;
      }
      var file = charts.file(path);
      if (file.isPresent()) {
        exchange.getResponseHeaders().set("Content-Type", type(path));
        send(exchange, OK, file.get());
      } else {
        send(exchange, NOT_FOUND, missing().getBytes(UTF_8));
      }
    }
  }

  /** The path is not repeated: whoever asked knows it, and it may hold anything. */
  private static String missing() {
    return "There is no such file. /NAME/index.yaml lists the charts of the AddonDefinition NAME.\n";
  }

  private static void send(HttpExchange exchange, int code, byte[] body) throws IOException {
    if (exchange.getRequestMethod().equals("HEAD")) {
      exchange.getResponseHeaders().set("Content-Length", String.valueOf(body.length));
      exchange.sendResponseHeaders(code, -1);
    } else {
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private static String type(String path) {
    return path.endsWith(".tgz") ? "application/gzip" : "application/yaml";
  }

  @Override
  public void close() {
    server.stop(0);
    workers.close();
  }
}
