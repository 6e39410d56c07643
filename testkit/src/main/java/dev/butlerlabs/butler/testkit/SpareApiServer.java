package dev.butlerlabs.butler.testkit;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.TlsContext;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A real API server of one test's own, beside the one that all tests share, so that it may be
 * broken.
 */
public final class SpareApiServer implements AutoCloseable {

  private final ApiServer server;

  private SpareApiServer(ApiServer server) {
    this.server = server;
  }

  public static SpareApiServer start() {
    return new SpareApiServer(ApiServer.start());
  }

  /** A file that lets any Kubernetes program in as an administrator. */
  public Path kubeconfig() {
    return server.kubeconfig();
  }

  /** An administrator's client; do not close it. */
  public KubernetesClient client() {
    return server.admin();
  }

  /**
   * From now on its etcd takes nothing new, as if the space it may use were used up: the alarm that
   * etcd raises by itself then is raised by hand.
   */
  public void fill() {
    alarm("ACTIVATE");
  }

  /** The alarm is over. */
  public void makeRoom() {
    alarm("DEACTIVATE");
  }

  private void alarm(String action) {
    var question =
        HttpRequest.newBuilder(
                URI.create("https://127.0.0.1:%s/v3/maintenance/alarm".formatted(port())))
            .POST(
                BodyPublishers.ofString(
                    "{\"action\": \"%s\", \"memberID\": \"0\", \"alarm\": \"NOSPACE\"}"
                        .formatted(action)))
            .build();
    var pki = server.file("pki");
    var client = read(pki.resolve("etcd-client.pem"));
    var authority = read(pki.resolve("etcd-ca.pem"));
    var tls =
        TlsContext.of(
            Credential.parse(client, client),
            CertificateAuthority.parse(authority, authority).certificate());
    try (var http = HttpClient.newBuilder().sslContext(tls).build()) {
      var answer = http.send(question, BodyHandlers.ofString());
      if (answer.statusCode() != 200) {
        throw new IllegalStateException(
            "etcd answered %d to an alarm: %s".formatted(answer.statusCode(), answer.body()));
      }
    } catch (IOException failed) {
      throw new UncheckedIOException("etcd of the spare API server does not answer", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while etcd was asked", interrupted);
    }
  }

  private String port() {
    return read(server.file("ports"))
        .lines()
        .filter(line -> line.startsWith("etcd "))
        .map(line -> line.substring("etcd ".length()))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no port of etcd is written down"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot read " + file, failed);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
