package dev.butlerlabs.butler.sandbox.platform;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an API server that is not ready for a kind yet means for an installation. */
class ApiDoorTest {

  private static final String PUT_OFF =
      "{\"kind\": \"Status\", \"message\": \"storage is (re)initializing\"}";

  private final AtomicInteger calls = new AtomicInteger();
  private volatile int putOff;
  private HttpServer server;
  private HttpClient client;

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          var early = calls.incrementAndGet() <= putOff;
          var body = (early ? PUT_OFF : "{\"items\": []}").getBytes(UTF_8);
          exchange.getResponseHeaders().add("Retry-After", "1");
          exchange.sendResponseHeaders(early ? 429 : 200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    client = HttpClient.newHttpClient();
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @Test
  void aCallThatIsPutOffIsRepeated() throws Exception {
    putOff = 3;
    assertThat(door(Duration.ofSeconds(30)).get("/things", "application/json").has("items"))
        .isTrue();
    assertThat(calls).hasValue(4);
  }

  @Test
  void aServerThatPutsOffForEverIsNamedWithItsWords() {
    putOff = Integer.MAX_VALUE;
    assertThatThrownBy(() -> door(Duration.ZERO).get("/things", "application/json"))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("/things")
        .hasMessageContaining("(429): storage is (re)initializing");
  }

  private ApiDoor door(Duration patience) {
    var port = server.getAddress().getPort();
    return new ApiDoor(client, URI.create("http://127.0.0.1:" + port), patience);
  }
}
