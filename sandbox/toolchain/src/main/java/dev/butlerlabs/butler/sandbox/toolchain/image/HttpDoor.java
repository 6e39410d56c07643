package dev.butlerlabs.butler.sandbox.toolchain.image;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** The way out to a registry: proxy, trusted roots and the deadline by which "offline" is known. */
final class HttpDoor {

  private final NetworkSettings settings;

  HttpDoor(NetworkSettings settings) {
    this.settings = settings;
  }

  HttpClient client() throws ImageProblem {
    var builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(settings.connectWithin())
            .proxy(new SettingsProxies(settings));
    var certificates = settings.certificates();
    if (certificates != null) {
      builder.sslContext(trusting(certificates));
    }
    return builder.build();
  }

  /**
   * Opens and closes one connection. Looking up the name counts against the deadline too, which no
   * time-out of the HTTP client covers.
   */
  void knock(URI address) throws ImageProblem {
    var next = settings.findProxy(address).orElse(address);
    var millis = (int) settings.connectWithin().toMillis();
    var attempt = new CompletableFuture<Void>();
    Thread.ofVirtual()
        .start(
            () -> {
              try (var socket = new Socket(Proxy.NO_PROXY)) {
                socket.connect(new InetSocketAddress(next.getHost(), port(next)), millis);
                attempt.complete(null);
              } catch (IOException e) {
                attempt.completeExceptionally(e);
              }
            });
    try {
      attempt.get(millis, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new ImageProblem(
          next.getHost() + ":" + port(next) + " does not answer within " + millis + " ms", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ImageProblem("interrupted while reaching " + next, e);
    }
  }

  private static int port(URI address) {
    return address.getPort() > 0
        ? address.getPort()
        : "https".equals(address.getScheme()) ? 443 : 80;
  }

  private static SSLContext trusting(Path pem) throws ImageProblem {
    try (var in = new BufferedInputStream(Files.newInputStream(pem))) {
      var store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (var root : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        store.setCertificateEntry("root-" + store.size(), root);
      }
      var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(store);
      var context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new ImageProblem(
          "SSL_CERT_FILE " + pem + " cannot be read as PEM certificates: " + e.getMessage(), e);
    }
  }

  private static final class SettingsProxies extends ProxySelector {
    private final NetworkSettings settings;

    SettingsProxies(NetworkSettings settings) {
      this.settings = settings;
    }

    @Override
    public List<Proxy> select(URI target) {
      return List.of(
          settings
              .findProxy(target)
              .map(it -> new Proxy(Proxy.Type.HTTP, new InetSocketAddress(it.getHost(), port(it))))
              .orElse(Proxy.NO_PROXY));
    }

    @Override
    public void connectFailed(URI target, SocketAddress proxy, IOException cause) {
      // The request itself fails and tells.
    }
  }
}
