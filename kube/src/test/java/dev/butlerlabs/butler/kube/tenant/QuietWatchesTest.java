package dev.butlerlabs.butler.kube.tenant;

import static dev.butlerlabs.butler.testkit.Await.untilTrue;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import io.fabric8.kubernetes.api.model.Service;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a tenant's API server is asked for by those who watch inside it. */
class QuietWatchesTest {

  private static final Tenant SHOP = new Tenant(new ObjectKey("team", "shop"), "1");
  private static final Duration DAY = Duration.ofDays(1);
  private static final byte[] EMPTY =
      """
      {"kind": "ServiceList", "apiVersion": "v1", "metadata": {"resourceVersion": "7"}, "items": []}
      """
          .getBytes(UTF_8);

  private static final byte[] GONE =
      """
      {"type": "ERROR", "object": {"kind": "Status", "apiVersion": "v1", "code": 410, "status": \
      "Failure", "reason": "Expired", "message": "too old resource version"}}
      """
          .getBytes(UTF_8);

  private final AtomicInteger lists = new AtomicInteger();
  private volatile boolean forgetful;
  private final List<String> watched = new CopyOnWriteArrayList<>();
  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final ClientSettings settings = ClientSettings.named("butler-test/1");
  private HttpsServer server;
  private byte[] kubeconfig;

  @BeforeEach
  void serve() throws IOException {
    var random = new SecureRandom();
    var now = Instant.now();
    var root = CertificateAuthority.selfSigned("tenant", KeyKind.EC_P256, DAY, now, random);
    var order =
        CertificateOrder.server(Subject.named("tenant"), SubjectAltName.all("127.0.0.1"), DAY);
    var own = root.issue(order, KeyKind.EC_P256, now, random);
    server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(TlsContext.of(own, root.certificate())));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::answer);
    server.start();
    kubeconfig =
        """
        apiVersion: v1
        kind: Config
        current-context: it
        contexts: [{name: it, context: {cluster: it, user: it}}]
        clusters:
          - name: it
            cluster: {server: "https://127.0.0.1:%d", certificate-authority-data: %s}
        users: [{name: it, user: {token: none}}]
        """
            .formatted(
                server.getAddress().getPort(),
                Base64.getEncoder().encodeToString(root.certificatePem().getBytes(UTF_8)))
            .getBytes(UTF_8);
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void watchesAskForNoBookmarksAndNoEnd() {
    TenantWatches.Selection<Service> services = client -> client.services().inNamespace("shop");
    try (var watches = new TenantWatches<>(List.of(services), settings, timeline, new Trigger())) {
      watches.look(SHOP, kubeconfig);
      neitherAskedFor();
    }
  }

  @Test
  void patrolsAskForNoBookmarksAndNoEnd() {
    try (var patrols = new TenantPatrols(Keep.all(), settings, timeline, new Trigger())) {
      patrols.look(SHOP, kubeconfig, List.of(Kind.of(Service.class)));
      neitherAskedFor();
    }
  }

  @Test
  void placeThatTheServerHasForgottenIsListedAgain() {
    TenantWatches.Selection<Service> services = client -> client.services().inNamespace("shop");
    forgetful = true;
    try (var watches = new TenantWatches<>(List.of(services), settings, timeline, new Trigger())) {
      watches.look(SHOP, kubeconfig);
      untilTrue("it is listed again", () -> lists.get() > 1);
      untilTrue("it is still seen", () -> watches.look(SHOP, kubeconfig) instanceof Sight.Seen);
    }
  }

  private void neitherAskedFor() {
    untilTrue("a watch is asked for", () -> !watched.isEmpty());
    assertThat(watched)
        .allMatch(query -> query.contains("allowWatchBookmarks=false"))
        .noneMatch(query -> query.contains("timeoutSeconds"));
  }

  /** Lists are empty; watches, over a web socket or not, end at once. */
  private void answer(HttpExchange exchange) throws IOException {
    var query = String.valueOf(exchange.getRequestURI().getQuery());
    var body = EMPTY;
    if (query.contains("watch=true")) {
      watched.add(query);
      body = forgetful ? GONE : EMPTY;
    } else {
      lists.incrementAndGet();
    }
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
