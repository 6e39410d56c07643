package dev.butlerlabs.butler.tenants.access;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.client.Access;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.SigningRequest;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** People who ask for a way into a tenant; the tenant is the test's own API server. */
@OnRealApiServer
class AccessIT {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SystemTimeline timeline = new SystemTimeline();
  private final SigningKey key = SigningKey.generate(KeyKind.EC_P256, RANDOM);
  private TestCluster cluster;
  private KubernetesClient client;
  private TenantClients tenants;
  private Engine engine;

  @BeforeEach
  void start(TestCluster given) throws IOException {
    cluster = given;
    cluster.installResources("crds/tenantclusters.butler.butlerlabs.dev.yaml");
    client = cluster.client(WireFormat.serialization());
    new Porch(cluster, client, cluster.freshNamespace()).open();
    var registry = new SimpleMeterRegistry();
    tenants = new TenantClients(TenantSettings.usual("butler-test/1"), timeline, registry);
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                registry,
                new Random(1)));
    var reconciler =
        new AccessReconciler(client, new AdminDoor(client, tenants, "admin.conf"), RANDOM);
    engine.add("access", reconciler.watches(), reconciler, ControllerSettings.DEFAULT);
    engine.start();
  }

  @AfterEach
  void stop() {
    engine.close();
    tenants.close();
    timeline.close();
    client
        .certificates()
        .v1()
        .certificateSigningRequests()
        .withLabel("butler.butlerlabs.dev/source-namespace", cluster.namespace())
        .delete();
  }

  @Test
  void operatorGetsInAsOneForTenMinutesAndNoFurther() throws IOException {
    var request = ask("bob@x.org", "operator", 600);

    var chain = Pem.certificates(awaitCertificate(request));

    assertThat(chain.getFirst().getNotAfter().toInstant())
        .isBefore(Instant.now().plus(Duration.ofMinutes(11)));
    assertThat(chain).hasSize(2);
    try (var bob = enter(chain.getFirst())) {
      var self = bob.resource(new SelfSubjectReviewBuilder().build()).create().getStatus();
      assertThat(self.getUserInfo().getUsername()).isEqualTo("butler:bob@x.org");
      assertThat(self.getUserInfo().getGroups()).contains("butler:tenant-operators");
      assertThat(may(bob, "create", "rbac.authorization.k8s.io", "clusterrolebindings")).isFalse();
    }
    // What edit allows is put together by a controller that does not run here.
    var binding = client.rbac().clusterRoleBindings().withName("butler:tenant-operators").require();
    assertThat(binding.getRoleRef().getName()).isEqualTo("edit");
  }

  @Test
  void viewerWhoAsksForMoreIsDeniedAndToldWhy() {
    var request = ask("eve@x.org", "admin", 600);

    var denied = awaitDecision(request, "Denied");

    assertThat(denied)
        .isEqualTo(
            "eve@x.org may not enter TenantCluster %s/web as admin; ask an admin of its team"
                .formatted(cluster.namespace()));
    assertThat(read(request).getStatus().getCertificate()).isNull();
  }

  @Test
  void strangerIsDeniedEvenALook() {
    assertThat(awaitDecision(ask("mal@x.org", "viewer", 600), "Denied")).contains("may not enter");
  }

  @Test
  void whoeverReadsTheTenantsKubeconfigGetsInAsAdmin() throws IOException {
    var chain = Pem.certificates(awaitCertificate(ask("ada@x.org", "admin", 600)));

    try (var ada = enter(chain.getFirst())) {
      Await.untilTrue(
          "ada may do everything",
          PATIENCE,
          () -> may(ada, "create", "rbac.authorization.k8s.io", "clusterrolebindings"));
    }
  }

  @Test
  void whoeverReadsAnotherSecretOfThePartsIsNoAdmin() {
    assertThat(awaitDecision(ask("sam@x.org", "admin", 600), "Denied"))
        .contains("sam@x.org may not enter");
  }

  @Test
  void whoeverAsksForAWayIntoASleepingClusterIsToldToWakeIt() {
    cluster
        .kubectl(
            "patch",
            "tenantcluster",
            "web",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"phase\":\"Sleeping\"}}")
        .requireSuccess();

    assertThat(awaitDecision(ask("bob@x.org", "operator", 600), "Denied"))
        .contains("web sleeps; wake it first");
    assertThat(awaitDecision(ask("mal@x.org", "viewer", 600), "Denied"))
        .as("how it is, is for those who may enter")
        .contains("may not enter");
  }

  private String awaitCertificate(String request) {
    Await.untilTrue(
        "it is signed: " + request,
        PATIENCE,
        () -> {
          var status = read(request).getStatus();
          return status != null && status.getCertificate() != null;
        });
    return new String(
        Base64.getDecoder().decode(read(request).getStatus().getCertificate()), UTF_8);
  }

  private String awaitDecision(String request, String type) {
    Await.untilTrue(
        "it is decided: " + request,
        PATIENCE,
        () -> {
          var status = read(request).getStatus();
          return status != null && !status.getConditions().isEmpty();
        });
    var condition = read(request).getStatus().getConditions().getFirst();
    assertThat(condition.getType()).isEqualTo(type);
    return condition.getMessage();
  }

  private CertificateSigningRequest read(String name) {
    return client.certificates().v1().certificateSigningRequests().withName(name).require();
  }

  private String ask(String user, String role, int seconds) {
    var name = role + "-" + user.replaceAll("[^a-z]", "-") + "-" + cluster.namespace();
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
          expirationSeconds: %d
          usages: [client auth]
          request: %s
        """
            .formatted(
                name,
                cluster.namespace(),
                role,
                seconds,
                Base64.getEncoder().encodeToString(pem.getBytes(UTF_8)));
    Await.untilTrue(
        user + " may ask",
        PATIENCE,
        () ->
            cluster
                    .kubectlReading(yaml, "apply", "-f", "-", "--as=" + user, "--as-group=askers")
                    .exit()
                == 0);
    return name;
  }

  /** As the asker would: with the key that never left them. */
  private KubernetesClient enter(X509Certificate certificate) throws IOException {
    var admin = Kubeconfig.parse(Files.readString(cluster.kubeconfig()));
    var own =
        new Kubeconfig(
            admin.cluster(),
            URI.create(admin.address()),
            admin.authorities(),
            null,
            "own",
            new Kubeconfig.Login.Certificate(List.of(certificate), key),
            null);
    var access = Kubeconfigs.fromBytes(own.render().getBytes(UTF_8), "the test");
    return Clients.connect(
        ((Access.Usable) access).config(), ClientSettings.named("butler-test/1"));
  }

  private boolean may(KubernetesClient who, String verb, String group, String resource) {
    var review =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withNamespace(cluster.namespace())
            .withVerb(verb)
            .withGroup(group)
            .withResource(resource)
            .endResourceAttributes()
            .endSpec()
            .build();
    return Boolean.TRUE.equals(
        who.authorization().v1().selfSubjectAccessReview().create(review).getStatus().getAllowed());
  }
}
