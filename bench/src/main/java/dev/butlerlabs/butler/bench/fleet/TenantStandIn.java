package dev.butlerlabs.butler.bench.fleet;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * One server that stands in for the API servers of all tenants, each under a path of its own.
 *
 * <p>It serves what Cluster API asks of a tenant: discovery, Nodes, Secrets and Leases. Its version
 * says that it is a stand-in. Tenants that were black-holed have an address that takes connections
 * until its queue is full and never says a word.
 */
final class TenantStandIn implements AutoCloseable {

  private static final Duration LIFE = Duration.ofDays(2);
  private static final int WAITING = 1024;
  private static final String PREFIX = "/tenants/";

  private final CertificateAuthority authority;
  private final HttpsServer server;
  private final ServerSocket hole;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Map<String, Shelf> shelves = new ConcurrentHashMap<>();
  private final ObjectMapper json = new ObjectMapper();

  private TenantStandIn(CertificateAuthority authority, HttpsServer server, ServerSocket hole) {
    this.authority = authority;
    this.server = server;
    this.hole = hole;
    server.setExecutor(threads);
    server.createContext("/", this::answer);
  }

  static TenantStandIn open() throws IOException {
    // Small answers are sent at once; the JDK's server otherwise waits to be told that they came.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    var random = new SecureRandom();
    var now = Instant.now();
    var authority =
        CertificateAuthority.selfSigned("stand-in tenants", KeyKind.EC_P256, LIFE, now, random);
    var order =
        CertificateOrder.server(
            Subject.named("stand-in"), SubjectAltName.all("localhost", "127.0.0.1"), LIFE);
    var own = authority.issue(order, KeyKind.EC_P256, now, random);
    var server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), WAITING);
    server.setHttpsConfigurator(new HttpsConfigurator(TlsContext.of(own, authority.certificate())));
    var hole = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    var standIn = new TenantStandIn(authority, server, hole);
    server.start();
    return standIn;
  }

  int port() {
    return server.getAddress().getPort();
  }

  String authorityPem() {
    return authority.certificatePem();
  }

  /**
   * How a tenant is reached.
   *
   * @param dark whether nobody answers there
   */
  Kubeconfig kubeconfig(String tenant, boolean dark) {
    var port = dark ? hole.getLocalPort() : port();
    return new Kubeconfig(
        tenant,
        URI.create("https://127.0.0.1:%d%s%s".formatted(port, PREFIX, tenant)),
        List.of(authority.certificate()),
        null,
        "bench",
        new Kubeconfig.Login.Token("stand-in"),
        null);
  }

  /** A kubelet registers its Node. */
  void join(String tenant, ObjectNode node) {
    shelf(tenant).put(node);
  }

  private Shelf shelf(String tenant) {
    return shelves.computeIfAbsent(tenant, _ -> new Shelf());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var path = exchange.getRequestURI().getPath();
      if (!path.startsWith(PREFIX)) {
        new Reply(exchange, json).missing(path);
        return;
      }
      var words = path.substring(PREFIX.length()).split("/", 2);
      var visit = new Visit(shelf(words[0]), new Reply(exchange, json), exchange, json);
      visit.receive("/" + (words.length < 2 ? "" : words[1]));
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() throws IOException {
    server.stop(0);
    threads.shutdownNow();
    hole.close();
  }
}
