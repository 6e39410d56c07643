package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant.Said;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The proxy's real program, started as its Deployment says with what its Secret holds, between the
 * real kubectl and a tenant's real API server.
 */
@OnRealApiServer
@ExtendWith(OneTenant.class)
class ProxyCallsIT {

  /** A name in the API server's certificate which stands for one that a router knows. */
  private static final String ROUTED = "shop.control-planes.svc";

  private static final String ROUTE =
      "{\"spec\": {\"controlPlane\": {\"ingress\": {\"hostname\": \"" + ROUTED + "\"}}}}";

  private static final String ACCOUNT = "system:serviceaccount:default:default";

  @TempDir Path folder = Path.of("");

  @AfterEach
  void nothingStays(ServedTenant tenant) {
    for (var kind : List.of("serviceaccount", "service", "deployment", "poddisruptionbudget")) {
      tenant.reading(
          "", "delete", "-n", "kube-system", "--ignore-not-found", kind, "steward-tcp-proxy");
    }
    tenant.reading(
        "", "delete", "secret", "-n", "kube-system", "--ignore-not-found", "steward-tcp-proxy-tls");
  }

  @Test
  void callsPassThroughWithWhoeverTheCallerIs(TestCluster cluster, ServedTenant tenant)
      throws Exception {
    try (var landlord = new Landlord(cluster)) {
      landlord.order(tenant, "{tcpProxy: {}}");
      install(landlord);
      try (var proxy = new ProxyProcess(arguments(tenant), folder).awaitReady()) {
        assertThat(whoami(tenant, token(tenant, proxy, "kubernetes.default.svc")).out())
            .isEqualTo(ACCOUNT);
        assertThat(whoami(tenant, token(tenant, proxy, "10.96.0.1")).out()).isEqualTo(ACCOUNT);
        assertThat(whoami(tenant, certificate(tenant, proxy)).out()).isEqualTo("kubernetes-admin");
        proxy.end();
        assertThat(proxy.log()).contains("everybody has left");
      }
    }
  }

  @Test
  void tlsIsEndedWithItsOwnCertificateAndTokensPass(TestCluster cluster, ServedTenant tenant)
      throws Exception {
    try (var landlord = new Landlord(cluster)) {
      order(landlord, tenant);
      try (var proxy = new ProxyProcess(arguments(tenant), keys(tenant)).awaitReady()) {
        assertThat(arguments(tenant)).contains("--server-name=" + ROUTED);
        assertThat(whoami(tenant, token(tenant, proxy, "kubernetes.default.svc")).out())
            .isEqualTo(ACCOUNT);
        assertThat(whoami(tenant, token(tenant, proxy, "10.96.0.1")).out()).isEqualTo(ACCOUNT);
        assertThat(whoami(tenant, certificate(tenant, proxy)).out())
            .as("client certificates do not pass")
            .isNotEqualTo("kubernetes-admin");
        assertThat(whoami(tenant, token(tenant, proxy, ROUTED)).err())
            .as("nobody can play the API server's name outside with it")
            .contains("certificate is valid for");
        assertThat(proxy.log()).doesNotContain("BEGIN", "Bearer", "eyJ");
      }
      serverOfAnotherAuthorityIsRefused(tenant);
    }
  }

  private void serverOfAnotherAuthorityIsRefused(ServedTenant tenant) throws Exception {
    var files = keys(tenant);
    Files.writeString(files.resolve("ca.crt"), stranger().certificatePem());
    try (var proxy = new ProxyProcess(arguments(tenant), files)) {
      Await.untilTrue("it says so", () -> proxy.ready().contains("API server is not reached"));
      assertThat(proxy.ready()).doesNotContain("no address");
      var said = whoami(tenant, token(tenant, proxy, "kubernetes.default.svc"));
      assertThat(said.exit()).isNotZero();
      assertThat(said.out()).isEmpty();
    }
  }

  private static CertificateAuthority stranger() {
    return CertificateAuthority.selfSigned(
        "kubernetes", KeyKind.EC_P256, Duration.ofDays(1), Instant.now(), new SecureRandom());
  }

  private static void order(Landlord landlord, ServedTenant tenant) {
    var plane = landlord.order(tenant, "{tcpProxy: {}}");
    landlord.edit(ROUTE);
    landlord.store(plane, Part.TCP_PROXY, tenant.proxyCertificate(ROUTED));
    install(landlord);
  }

  private static void install(Landlord landlord) {
    try (var addOns = TcpProxyIT.reconciler(landlord)) {
      landlord.start(addOns.watches(), addOns);
      landlord
          .await()
          .until(
              "installed", landlord.plane(), plane -> TcpProxyIT.holds(plane, "AddonsInstalled"));
    }
  }

  private static List<String> arguments(ServedTenant tenant) {
    return tenant
        .admin()
        .apps()
        .deployments()
        .inNamespace("kube-system")
        .withName("steward-tcp-proxy")
        .require()
        .getSpec()
        .getTemplate()
        .getSpec()
        .getContainers()
        .getFirst()
        .getArgs();
  }

  /** A folder with what the proxy mounts. */
  private Path keys(ServedTenant tenant) throws IOException {
    var secret =
        tenant
            .admin()
            .secrets()
            .inNamespace("kube-system")
            .withName("steward-tcp-proxy-tls")
            .require();
    var place = Files.createTempDirectory(folder, "keys");
    for (var file : SecretText.of(secret).entrySet()) {
      Files.writeString(place.resolve(file.getKey()), file.getValue());
    }
    return place;
  }

  private static Said whoami(ServedTenant tenant, String kubeconfig) {
    return tenant.reading(
        "",
        "--kubeconfig=" + kubeconfig,
        "auth",
        "whoami",
        "-o",
        "jsonpath={.status.userInfo.username}");
  }

  /** What a pod calls with: its token, and the name it knows the API server by. */
  private String token(ServedTenant tenant, ProxyProcess proxy, String name) throws IOException {
    var token = tenant.kubectl("create", "token", "default", "-n", "default").strip();
    return kubeconfig(tenant, proxy, name, "token: " + token);
  }

  private String certificate(ServedTenant tenant, ProxyProcess proxy) throws IOException {
    var admin = tenant.kubeconfig("admin.conf");
    var login =
        admin
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith("client-"))
            .reduce((one, other) -> one + ", " + other)
            .orElseThrow();
    return kubeconfig(tenant, proxy, "kubernetes.default.svc", login);
  }

  private String kubeconfig(ServedTenant tenant, ProxyProcess proxy, String name, String login)
      throws IOException {
    var authorities = Files.createTempFile(folder, "authorities", ".crt");
    Files.writeString(
        authorities, Objects.requireNonNull(tenant.secret(Part.CA).get("ca.crt"), "ca.crt"));
    var file = Files.createTempFile(folder, "kubeconfig", ".yaml");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        current-context: inside
        clusters:
          - name: inside
            cluster: {server: "%s", tls-server-name: "%s", certificate-authority: "%s"}
        contexts: [{name: inside, context: {cluster: inside, user: caller}}]
        users: [{name: caller, user: {%s}}]
        """
            .formatted(proxy.address(), name, authorities, login));
    return file.toString();
  }
}
