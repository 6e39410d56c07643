package dev.butlerlabs.butler.apps.manager;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.butler.kernel.Problem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/**
 * Health, readiness and metrics over plain HTTP, for probes and scrapers.
 *
 * <p>{@code /healthz}: the process can answer. {@code /readyz}: it knows the cluster's present
 * state; while it does not, the answer is 503 with one line per reason. {@code /metrics}:
 * Prometheus text.
 */
final class AdminEndpoint implements AutoCloseable {

  private static final int ACCEPT_BACKLOG = 16;

  private final HttpServer server;

  AdminEndpoint(
      InetSocketAddress address, Supplier<List<Problem>> notReady, Supplier<String> metrics) {
    try {
      server = HttpServer.create(address, ACCEPT_BACKLOG);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "the admin endpoint cannot listen on %s; choose another address".formatted(address), e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/healthz", exchange -> answer(exchange, 200, "ok\n"));
    server.createContext("/readyz", exchange -> readiness(exchange, notReady.get()));
    server.createContext("/metrics", exchange -> answer(exchange, 200, metrics.get()));
    server.start();
  }

  /** Where it listens; the port is a real one even when zero was asked for. */
  InetSocketAddress address() {
    return server.getAddress();
  }

  private static void readiness(HttpExchange exchange, List<Problem> problems) throws IOException {
    if (problems.isEmpty()) {
      answer(exchange, 200, "ready\n");
    } else {
      answer(exchange, 503, "not ready:\n" + Problem.list(problems) + "\n");
    }
  }

  private static void answer(HttpExchange exchange, int code, String text) throws IOException {
    try (exchange) {
      var body = text.getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
      exchange.sendResponseHeaders(code, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
