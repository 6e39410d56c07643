package dev.butlerlabs.butler.bench.addons;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * Simulated tenants: each is one namespace of one real API server. A tenant's client sees that
 * namespace under the name {@link #INSIDE}, and nothing else; all else is the real server's answer.
 */
final class TenantDoors implements AutoCloseable {

  static final String INSIDE = "addons";

  private static final String PREFIX = "/tenants/";
  private static final Duration LIFE = Duration.ofDays(2);
  private static final int WAITING = 4096;
  private static final Pattern ALL_NAMESPACES =
      Pattern.compile("(/api/v1|/apis/[^/]+/[^/]+)(/[a-z]+)");

  private final CertificateAuthority authority;
  private final HttpsServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final URI behind;
  private final HttpClient http;
  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger watches = new AtomicInteger();

  private TenantDoors(CertificateAuthority authority, HttpsServer server, Kubeconfig behind) {
    this.authority = authority;
    this.server = server;
    this.behind = URI.create(behind.address());
    this.http =
        HttpClient.newBuilder()
            .sslContext(TlsContext.of(behind))
            // One connection for each watch: a shared one carries a hundred or so.
            .version(HttpClient.Version.HTTP_1_1)
            .executor(threads)
            .build();
    server.setExecutor(threads);
    server.createContext("/", this::answer);
  }

  static TenantDoors open(Kubeconfig behind) throws IOException {
    // Small answers are sent at once; the JDK's server otherwise waits to be told that they came.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    System.setProperty("sun.net.httpserver.maxIdleConnections", "5000");
    var random = new SecureRandom();
    var now = Instant.now();
    var authority =
        CertificateAuthority.selfSigned("simulated tenants", KeyKind.EC_P256, LIFE, now, random);
    var order =
        CertificateOrder.server(
            Subject.named("simulated"), SubjectAltName.all("localhost", "127.0.0.1"), LIFE);
    var own = authority.issue(order, KeyKind.EC_P256, now, random);
    var server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), WAITING);
    server.setHttpsConfigurator(new HttpsConfigurator(TlsContext.of(own, authority.certificate())));
    var doors = new TenantDoors(authority, server, behind);
    server.start();
    return doors;
  }

  /** The namespace behind a tenant. */
  static String room(String tenant) {
    return "inside-" + tenant;
  }

  Kubeconfig kubeconfig(String tenant) {
    var port = server.getAddress().getPort();
    return new Kubeconfig(
        tenant,
        URI.create("https://127.0.0.1:%d%s%s".formatted(port, PREFIX, tenant)),
        List.of(authority.certificate()),
        null,
        "bench",
        new Kubeconfig.Login.Token("simulated"),
        null);
  }

  /** Whatever was asked of tenants, but for watches. */
  int calls() {
    return calls.get();
  }

  int watches() {
    return watches.get();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var raw = exchange.getRequestURI();
      var words = raw.getRawPath().substring(PREFIX.length()).split("/", 2);
      var room = room(words[0]);
      var path = inside("/" + (words.length < 2 ? "" : words[1]), room);
      var query = raw.getRawQuery() == null ? "" : "?" + raw.getRawQuery();
      var watch = query.contains("watch=true") || query.contains("watch=1");
      (watch ? watches : calls).incrementAndGet();
      var answer = http.send(asked(exchange, path + query, room), BodyHandlers.ofInputStream());
      if (watch && answer.statusCode() == 200) {
        stream(exchange, answer, room);
      } else {
        whole(exchange, answer, room);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private static String inside(String path, String room) {
    var all = ALL_NAMESPACES.matcher(path);
    return all.matches()
        ? "%s/namespaces/%s%s".formatted(all.group(1), room, all.group(2))
        : path.replace("/namespaces/" + INSIDE, "/namespaces/" + room);
  }

  private HttpRequest asked(HttpExchange exchange, String path, String room) throws IOException {
    var body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
    var request =
        HttpRequest.newBuilder(behind.resolve(path))
            .method(
                exchange.getRequestMethod(),
                body.isEmpty()
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofString(body.replace(named(INSIDE), named(room))));
    for (var header : List.of("Accept", "Content-Type", "User-Agent")) {
      var value = exchange.getRequestHeaders().getFirst(header);
      if (value != null) {
        request.header(header, value);
      }
    }
    return request.build();
  }

  private static String named(String namespace) {
    return "\"namespace\":\"%s\"".formatted(namespace);
  }

  private static void whole(HttpExchange exchange, HttpResponse<InputStream> answer, String room)
      throws IOException {
    byte[] body;
    try (var in = answer.body()) {
      body = new String(in.readAllBytes(), UTF_8).replace(room, INSIDE).getBytes(UTF_8);
    }
    head(exchange, answer, body.length == 0 ? -1 : body.length);
    if (body.length > 0) {
      exchange.getResponseBody().write(body);
    }
  }

  private static void stream(HttpExchange exchange, HttpResponse<InputStream> answer, String room)
      throws IOException {
    head(exchange, answer, 0);
    var out = exchange.getResponseBody();
    out.flush();
    try (var lines = new BufferedReader(new InputStreamReader(answer.body(), UTF_8))) {
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        out.write((line.replace(room, INSIDE) + "\n").getBytes(UTF_8));
        out.flush();
      }
    }
  }

  private static void head(HttpExchange exchange, HttpResponse<?> answer, long length)
      throws IOException {
    answer
        .headers()
        .firstValue("Content-Type")
        .ifPresent(type -> exchange.getResponseHeaders().set("Content-Type", type));
    exchange.sendResponseHeaders(answer.statusCode(), length);
  }

  @Override
  public void close() {
    server.stop(0);
    http.shutdownNow();
    threads.shutdownNow();
  }
}
