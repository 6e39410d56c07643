package dev.butlerlabs.butler.providers.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An HTTP server of the JDK, with TLS by a CA of its own when asked. */
final class TestServer implements AutoCloseable {

  private final CertificateAuthority authority;
  private final HttpServer server;
  private final String scheme;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  private TestServer(
      HttpServer server, String scheme, CertificateAuthority authority, Handler handler) {
    this.authority = authority;
    this.server = server;
    this.scheme = scheme;
    server.setExecutor(threads);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            handler.handle(exchange);
          }
        });
    server.start();
  }

  /** One answer. */
  interface Handler {
    void handle(HttpExchange exchange) throws IOException;
  }

  static TestServer plain(Handler handler) throws IOException {
    return new TestServer(HttpServer.create(anyPort(), 0), "http", newAuthority(), handler);
  }

  /** With a certificate for this name. */
  static TestServer tls(SubjectAltName name, Handler handler) throws IOException {
    var server = HttpsServer.create(anyPort(), 0);
    var authority = newAuthority();
    var order =
        CertificateOrder.server(Subject.named("platform"), List.of(name), Duration.ofHours(1));
    var own = authority.issue(order, KeyKind.EC_P256, Instant.now(), new SecureRandom());
    server.setHttpsConfigurator(new HttpsConfigurator(TlsContext.of(own, authority.certificate())));
    return new TestServer(server, "https", authority, handler);
  }

  private static CertificateAuthority newAuthority() {
    return CertificateAuthority.selfSigned(
        "platform", KeyKind.EC_P256, Duration.ofDays(1), Instant.now(), new SecureRandom());
  }

  /** Trust in this server's own authority. */
  Trust trust() {
    return new Trust.In(List.of(authority.certificate()));
  }

  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  static void answer(HttpExchange exchange, int status, String body) throws IOException {
    var bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  URI uri() {
    return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
