package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/**
 * Asks programs on this machine whether they are well, as a kubelet does: their certificates are
 * made at each start and are known to nobody.
 */
final class Health implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final HttpClient http =
      HttpClient.newBuilder()
          .sslContext(TlsContext.believingAnybody())
          // One connection of HTTP/2 that went bad was asked for ten minutes.
          .version(HttpClient.Version.HTTP_1_1)
          .build();

  boolean good(String host, int port) {
    var address = URI.create("https://%s:%d/healthz".formatted(host, port));
    var request = HttpRequest.newBuilder(address).timeout(PATIENCE).build();
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException notYet) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
