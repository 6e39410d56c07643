package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Somebody with a kubeconfig who asks an API server that may not be there yet. */
final class Visitor implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final URI server;
  private final HttpClient http;

  Visitor(Kubeconfig login) {
    this.server = URI.create(login.address());
    this.http =
        HttpClient.newBuilder()
            .sslContext(TlsContext.of(login))
            .connectTimeout(PATIENCE)
            .version(HttpClient.Version.HTTP_1_1)
            .build();
  }

  /** The code of the answer, 0 without one. */
  int ask(String path) {
    var request = HttpRequest.newBuilder(server.resolve(path)).timeout(PATIENCE).build();
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode();
    } catch (IOException notYet) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
