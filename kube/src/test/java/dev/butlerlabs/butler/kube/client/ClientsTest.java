package dev.butlerlabs.butler.kube.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

class ClientsTest {

  private static final Duration SLOWNESS = Duration.ofMillis(20);
  private static final ClientSettings SETTINGS =
      ClientSettings.named("butler-test/1").withCallTimeout(Duration.ofMillis(500));

  @Test
  void aServerThatNeverAnswersIsGivenUp() throws IOException {
    try (var silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        var client = connect(silent.getLocalPort(), SETTINGS)) {
      var start = System.nanoTime();

      assertThatThrownBy(() -> client.configMaps().inNamespace("a").withName("b").get())
          .isInstanceOf(KubernetesClientException.class);

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
    }
  }

  @Test
  void anAnswerThatStopsHalfWayIsGivenUp() throws IOException {
    var end = new CountDownLatch(1);
    try (var server = new Server(end);
        var client = connect(server.port(), SETTINGS)) {
      var start = System.nanoTime();

      assertThatThrownBy(() -> client.configMaps().inNamespace("a").withName("b").get())
          .isInstanceOf(KubernetesClientException.class);

      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
      end.countDown();
    }
  }

  @Test
  void noMoreCallsThanAllowedWaitAtOnce() throws Exception {
    assertThat(mostAtOnce(exchange -> {})).isBetween(1, 2);
  }

  /** Until then it is one of the streams that a connection has only so many of. */
  @Test
  void aCallKeepsItsPlaceUntilItsAnswerHasBeenRead() throws Exception {
    assertThat(
            mostAtOnce(
                exchange -> {
                  exchange.sendResponseHeaders(404, 2);
                  exchange.getResponseBody().write('{');
                  exchange.getResponseBody().flush();
                  LockSupport.parkNanos(SLOWNESS.toNanos());
                  exchange.getResponseBody().write('}');
                }))
        .isBetween(1, 2);
  }

  /** How many of forty calls a server had at once, from a client that may send two. */
  private static int mostAtOnce(HttpHandler answer) throws Exception {
    var most = new AtomicInteger();
    var now = new AtomicInteger();
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          most.accumulateAndGet(now.incrementAndGet(), Math::max);
          answer.handle(exchange);
          now.decrementAndGet();
          if (exchange.getResponseCode() < 0) {
            exchange.sendResponseHeaders(404, -1);
          }
          exchange.close();
        });
    server.start();
    var settings = ClientSettings.named("butler-test/1").withMaxConcurrentCalls(2);
    try (var client = connect(server.getAddress().getPort(), settings);
        var callers = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 40; i++) {
        callers.execute(() -> client.configMaps().inNamespace("a").withName("b").get());
      }
    } finally {
      server.stop(0);
    }
    return most.get();
  }

  private static KubernetesClient connect(int port, ClientSettings settings) {
    var access = new ConfigBuilder(Config.empty()).withMasterUrl("http://127.0.0.1:" + port);
    return Clients.connect(access.build(), settings);
  }

  /** Begins an answer and does not end it. */
  private static final class Server implements AutoCloseable {

    private final HttpServer http;

    Server(CountDownLatch end) throws IOException {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
      http.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
      http.createContext(
          "/",
          exchange -> {
            exchange.sendResponseHeaders(200, 1000);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            try {
              end.await();
            } catch (InterruptedException stopped) {
              Thread.currentThread().interrupt();
            }
          });
      http.start();
    }

    int port() {
      return http.getAddress().getPort();
    }

    @Override
    public void close() {
      http.stop(0);
    }
  }
}
