package dev.butlerlabs.butler.bench.hosted;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Asks programs on this machine whether they are well, as a kubelet does: their certificates are
 * made at each start and are known to nobody.
 */
final class Health implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(2);

  private final HttpClient http = HttpClient.newBuilder().sslContext(anyPeer()).build();

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

  private static SSLContext anyPeer() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new AnyPeer()}, new SecureRandom());
      return context;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("this JVM has no TLS", impossible);
    }
  }

  private static final class AnyPeer extends X509ExtendedTrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
