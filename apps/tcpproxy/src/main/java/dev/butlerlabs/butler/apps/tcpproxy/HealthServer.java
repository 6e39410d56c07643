package dev.butlerlabs.butler.apps.tcpproxy;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Answers who asks for health and figures. */
final class HealthServer implements AutoCloseable {

  private final HttpServer server;

  /**
   * Answers from now on.
   *
   * @param alive whether a restart would not help
   * @param metrics in Prometheus' words
   */
  HealthServer(
      InetSocketAddress listen, Health health, BooleanSupplier alive, Supplier<String> metrics)
      throws IOException {
    server = HttpServer.create(listen, 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/livez",
        exchange ->
            answer(
                exchange,
                alive.getAsBoolean() ? 200 : 500,
                alive.getAsBoolean() ? "ok\n" : "nobody is let in\n"));
    server.createContext(
        "/readyz",
        exchange -> {
          var trouble = health.trouble();
          answer(exchange, trouble.isEmpty() ? 200 : 503, trouble.orElse("ok") + "\n");
        });
    server.createContext("/metrics", exchange -> answer(exchange, 200, metrics.get()));
    server.start();
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  private static void answer(HttpExchange exchange, int code, String text) throws IOException {
    try (exchange) {
      var bytes = text.getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      exchange.sendResponseHeaders(code, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
