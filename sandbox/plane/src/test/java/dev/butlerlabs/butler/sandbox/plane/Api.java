package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** The least of a Kubernetes client: one caller, plain JSON. */
final class Api implements AutoCloseable {

  private final HttpClient client;
  private final URI server;

  Api(Kubeconfig config) {
    client = HttpClient.newBuilder().sslContext(TlsContext.of(config)).build();
    server = config.server();
  }

  /** Somebody who knows whom to trust and does not say who they are. */
  static Api anonymous(Kubeconfig config) {
    return new Api(
        new Kubeconfig(
            config.cluster(),
            config.server(),
            config.authorities(),
            null,
            "nobody",
            new Kubeconfig.Login.Token("unused"),
            null));
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  HttpResponse<String> delete(String path) throws IOException, InterruptedException {
    return send(request(path).DELETE());
  }

  HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofString(json)));
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(server.resolve(path)).timeout(Duration.ofSeconds(30));
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), BodyHandlers.ofString());
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
