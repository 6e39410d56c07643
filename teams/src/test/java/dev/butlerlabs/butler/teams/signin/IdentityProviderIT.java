package dev.butlerlabs.butler.teams.signin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.tenancy.IdentityProvider;
import dev.butlerlabs.butler.api.tenancy.IdentityProviderStatus;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An IdentityProvider and a real issuer over TLS. */
@OnRealApiServer
class IdentityProviderIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration DAY = Duration.ofDays(1);

  private final SystemTimeline timeline = new SystemTimeline();
  private TestCluster cluster;
  private KubernetesClient client;
  private Engine engine;
  private HttpsServer issuer;

  @BeforeEach
  void start(TestCluster given) throws IOException {
    cluster = given;
    cluster.installResources("crds/identityproviders.butler.butlerlabs.dev.yaml");
    client = cluster.client(WireFormat.serialization());
    issuer = issuer();
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    var reconciler = new IdentityProviderReconciler(client, timeline);
    engine.add("sign-in", reconciler.watches(), reconciler, ControllerSettings.DEFAULT);
    engine.start();
  }

  @AfterEach
  void stop() {
    client.resources(IdentityProvider.class).withName(cluster.namespace()).delete();
    engine.close();
    timeline.close();
    issuer.stop(0);
  }

  @Test
  void issuerThatAnswersAndASecretMakeItReady() {
    secret(Map.of("client-secret", "b64-of-nothing-secret"));

    order(true);

    var status = await(IdentityProviderStatus.Phase.READY);
    assertThat(Objects.requireNonNull(status.discoveredEndpoints()).jwksURI())
        .isEqualTo(address() + "/keys");
    assertThat(status.lastValidatedTime()).isNotNull();
  }

  @Test
  void missingSecretIsToldAndNamed() {
    order(true);

    var status = await(IdentityProviderStatus.Phase.FAILED);

    assertThat(status.message())
        .startsWith("there is no Secret " + cluster.namespace() + "/client");
  }

  /** Nobody is trusted who is not vouched for, unless somebody says so. */
  @Test
  void certificateOfNobodyIsNotTrusted() {
    secret(Map.of("client-secret", "x"));

    order(false);

    var status = await(IdentityProviderStatus.Phase.FAILED);
    assertThat(status.message()).startsWith(address() + ": ").contains("it is asked again");
    assertThat(status.discoveredEndpoints()).isNull();
  }

  private IdentityProviderStatus await(IdentityProviderStatus.Phase phase) {
    var provider = client.resources(IdentityProvider.class).withName(cluster.namespace());
    Await.untilTrue(
        "it is " + phase,
        PATIENCE,
        () -> {
          var status = provider.require().getStatus();
          return status != null && status.phase() == phase;
        });
    return Objects.requireNonNull(provider.require().getStatus());
  }

  private void order(boolean trustingAnybody) {
    var yaml =
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: IdentityProvider
        metadata: {name: %1$s}
        spec:
          type: oidc
          oidc:
            issuerURL: %2$s
            clientID: butler
            clientSecretRef: {name: client, namespace: %1$s}
            redirectURL: https://butler.example.org/callback
            insecureSkipVerify: %3$s
        """
            .formatted(cluster.namespace(), address(), trustingAnybody);
    cluster.kubectlReading(yaml, "apply", "-f", "-").requireSuccess();
  }

  private void secret(Map<String, String> data) {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(cluster.namespace())
                .withName("client")
                .endMetadata()
                .withStringData(data)
                .build())
        .create();
  }

  private String address() {
    return "https://127.0.0.1:" + issuer.getAddress().getPort();
  }

  private HttpsServer issuer() throws IOException {
    var random = new SecureRandom();
    var now = Instant.now();
    var root = CertificateAuthority.selfSigned("issuer", KeyKind.EC_P256, DAY, now, random);
    var order =
        CertificateOrder.server(Subject.named("issuer"), SubjectAltName.all("127.0.0.1"), DAY);
    var own = root.issue(order, KeyKind.EC_P256, now, random);
    var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(TlsContext.of(own, root.certificate())));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/.well-known/openid-configuration", this::answer);
    server.start();
    return server;
  }

  private void answer(HttpExchange exchange) throws IOException {
    var body =
        """
        {"issuer": "%1$s", "authorization_endpoint": "%1$s/authorize",
         "token_endpoint": "%1$s/token", "jwks_uri": "%1$s/keys"}
        """
            .formatted(address())
            .getBytes(UTF_8);
    try (exchange) {
      exchange.sendResponseHeaders(200, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
