package dev.butlerlabs.butler.apps.manager;

import static dev.butlerlabs.butler.apps.manager.Hands.PATIENCE;
import static dev.butlerlabs.butler.apps.manager.Hands.apply;
import static dev.butlerlabs.butler.apps.manager.Hands.forgetClosedManagers;
import static dev.butlerlabs.butler.apps.manager.Hands.installKinds;
import static dev.butlerlabs.butler.apps.manager.Hands.status;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.SigningRequest;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.teams.TeamControllers;
import dev.butlerlabs.butler.tenants.TenantControllers;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Members of a team on their way into its clusters. All their rights are Butler's own gift, and it
 * has itself no others than where it is installed; the tenant is the test's own API server.
 */
@OnRealApiServer
class WaysInIT {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final String THREE =
      "{name: ada@x.org, role: admin}, {name: bob@x.org, role: operator}, {name: eve@x.org}";

  private final SystemTimeline timeline = new SystemTimeline();
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private TestCluster cluster;
  private String team;
  private KubernetesClient client;
  private TenantClients tenants;
  private Engine engine;

  @BeforeEach
  void start(TestCluster given) throws IOException {
    cluster = given;
    team = "ways-" + cluster.namespace();
    installKinds(cluster);
    forgetClosedManagers(cluster);
    client = Clients.connect(Rights.ofTheManager(cluster), ClientSettings.named("butler-test"));
    tenants = new TenantClients(TenantSettings.usual("butler-test"), timeline, meters);
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                meters,
                new Random(1)));
    TeamControllers.add(engine, client, timeline, "test");
    TenantControllers.addAccess(engine, client, new AdminDoor(client, tenants, "admin.conf"));
    engine.start();
  }

  @AfterEach
  void stop() {
    engine.close();
    tenants.close();
    client.close();
    timeline.close();
  }

  /** H1: from the Team to the certificate, for every role, for strangers and for who left. */
  @Test
  void membersGetInAsFarAsTheirRoleAndWhoLeftDoesNot() throws IOException {
    team(team, THREE);
    order(cluster.freshNamespace());

    assertThat(answer("eve@x.org", "viewer")).contains("O=butler:tenant-viewers");
    assertThat(answer("eve@x.org", "operator")).contains("may not enter");
    assertThat(answer("bob@x.org", "operator")).contains("O=butler:tenant-operators");
    assertThat(answer("bob@x.org", "admin")).contains("may not enter");
    assertThat(answer("ada@x.org", "admin")).contains("O=butler:tenant-admins");
    assertThat(ask("mal@x.org", "viewer", "mal").stderr()).contains("forbidden");

    team(team, "{name: ada@x.org, role: admin}");

    Await.untilTrue("bob asks no more", PATIENCE, () -> !mayAsk("bob@x.org"));
    team(team + "-2", "{name: bob@x.org, role: admin}");
    assertThat(answer("bob@x.org", "viewer")).contains("may not enter");
  }

  private void team(String name, String users) {
    apply(
            cluster,
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: Team
            metadata: {name: %s}
            spec: {access: {users: [%s]}}
            """
                .formatted(name, users))
        .requireSuccess();
    Await.untilTrue(
        "the team is Ready",
        PATIENCE,
        () -> status(cluster, "team/" + name, "phase").equals("Ready"));
  }

  /** A cluster whose control plane is there, as whoever makes clusters leaves it. */
  private void order(String parts) throws IOException {
    cluster
        .kubectlReading(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: TenantCluster
            metadata: {name: web}
            spec: {}
            """,
            "apply",
            "-f",
            "-",
            "--namespace=" + team)
        .requireSuccess();
    cluster
        .kubectl(
            "label",
            "namespace",
            parts,
            "butler.butlerlabs.dev/source-namespace=" + team,
            "butler.butlerlabs.dev/source-name=web")
        .requireSuccess();
    cluster
        .kubectl(
            "patch",
            "tenantcluster",
            "web",
            "--namespace=" + team,
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"tenantNamespace\":\"%s\"}}".formatted(parts))
        .requireSuccess();
    var authority =
        CertificateAuthority.selfSigned(
            "tenant", KeyKind.EC_P256, Duration.ofDays(1), Instant.now(), RANDOM);
    var pem = authority.certificatePem();
    secret(
        parts, "web-ca", Map.of("tls.crt", pem, "tls.key", authority.key().pem(), "ca.crt", pem));
    secret(
        parts,
        "web-admin-kubeconfig",
        Map.of("admin.conf", Files.readString(cluster.kubeconfig())));
    Await.untilTrue(
        "ada may read the kubeconfig",
        PATIENCE,
        () -> can("ada@x.org", "get", "secrets/web-admin-kubeconfig", "--namespace=" + parts));
  }

  private void secret(String namespace, String name, Map<String, String> data) {
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(name)
            .endMetadata()
            .withStringData(data)
            .build();
    cluster.client().resource(secret).create();
  }

  private boolean mayAsk(String user) {
    return can(user, "create", "certificatesigningrequests", "--all-namespaces");
  }

  private boolean can(String user, String verb, String what, String where) {
    return cluster
        .kubectl("auth", "can-i", verb, what, where, "--as=" + user)
        .stdout()
        .contains("yes");
  }

  /** Whose the certificate is that somebody got, or the sentence why there is none. */
  private String answer(String user, String role) {
    Await.untilTrue(user + " may ask", PATIENCE, () -> mayAsk(user));
    var name = "%s-%s-%s".formatted(user.substring(0, 3), role, team);
    ask(user, role, name).requireSuccess();
    Await.untilTrue("it is decided", PATIENCE, () -> !told(name).isEmpty());
    return told(name);
  }

  private String told(String name) {
    var request =
        cluster.client().certificates().v1().certificateSigningRequests().withName(name).require();
    var status = request.getStatus();
    if (status == null) {
      return "";
    }
    if (status.getCertificate() != null) {
      var chain = new String(Base64.getDecoder().decode(status.getCertificate()), UTF_8);
      return Pem.certificates(chain).getFirst().getSubjectX500Principal().getName();
    }
    return status.getConditions().stream()
        .filter(one -> one.getType().equals("Denied"))
        .map(one -> one.getMessage())
        .findFirst()
        .orElse("");
  }

  private KubectlResult ask(String user, String role, String name) {
    var key = SigningKey.generate(KeyKind.EC_P256, RANDOM);
    var pem = SigningRequest.make(Subject.named("whoever"), List.of(), key, RANDOM).pem();
    var yaml =
        """
        apiVersion: certificates.k8s.io/v1
        kind: CertificateSigningRequest
        metadata:
          name: %s
          labels:
            butler.butlerlabs.dev/source-namespace: %s
            butler.butlerlabs.dev/source-name: web
          annotations: {butler.butlerlabs.dev/access-role: %s}
        spec:
          signerName: butler.butlerlabs.dev/tenant-access
          usages: [client auth]
          request: %s
        """
            .formatted(name, team, role, Base64.getEncoder().encodeToString(pem.getBytes(UTF_8)));
    return cluster.kubectlReading(yaml, "create", "-f", "-", "--as=" + user);
  }
}
