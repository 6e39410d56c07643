package dev.butlerlabs.butler.steward.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.SigningRequest;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.approval.ApprovalReconciler;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Serving certificates that real nodes of a real tenant ask for, honestly and otherwise. */
@OnRealApiServer
@ExtendWith(OneTenant.class)
class ApprovalIT {

  private static final String SERVING = "kubernetes.io/kubelet-serving";
  private static final List<String> USAGES = List.of("digital signature", "server auth");

  private final SecureRandom random = new SecureRandom();
  private final SigningKey key = SigningKey.generate(KeyKind.EC_P256, random);

  @Test
  void nodeGetsACertificateForItselfAndNothingElse(TestCluster cluster, ServedTenant tenant) {
    var name = "w" + UUID.randomUUID().toString().substring(0, 8);
    try (var landlord = new Landlord(cluster);
        var approval = reconciler(landlord);
        var node = new Joining(tenant, random).join(name)) {
      landlord.order(tenant, "{}");
      landlord.start(approval.watches(), approval);
      nodeWith(tenant.admin(), name, "192.0.2.21");

      var honest = ask(node, subject(name), USAGES, name, "192.0.2.21");
      var signed = signed(tenant.admin(), honest);
      assertThat(SubjectAltName.in(Pem.certificates(signed).getFirst()))
          .containsExactlyInAnyOrder(SubjectAltName.of(name), SubjectAltName.of("192.0.2.21"));

      var sly =
          List.of(
              ask(node, subject(name), USAGES, name, "kubernetes.default.svc"),
              ask(node, subject(name), USAGES, name, "127.0.0.1"),
              ask(tenant.admin(), subject(name), USAGES, name, "192.0.2.21"));
      for (var one : sly) {
        Await.untilTrue("told of " + one, () -> !words(landlord, one).isEmpty());
      }
      var another = ask(node, subject(name), USAGES, name, "192.0.2.99");
      // Whatever came before it was decided when this one is.
      signed(tenant.admin(), ask(node, subject(name), USAGES, name));
      for (var one : sly) {
        undecided(tenant.admin(), one);
      }
      undecided(tenant.admin(), another);
    }
  }

  @Test
  void nodeThatTellsItsAddressLaterGetsItsCertificateThen(
      TestCluster cluster, ServedTenant tenant) {
    var name = "w" + UUID.randomUUID().toString().substring(0, 8);
    try (var landlord = new Landlord(cluster);
        var approval = reconciler(landlord);
        var node = new Joining(tenant, random).join(name)) {
      landlord.order(tenant, "{}");
      landlord.start(approval.watches(), approval);
      var early = ask(node, subject(name), USAGES, name, "192.0.2.31");
      nodeWith(tenant.admin(), name, "192.0.2.31");
      assertThat(signed(tenant.admin(), early)).contains("BEGIN CERTIFICATE");
    }
  }

  @Test
  void nobodyIsAskedWhereItIsSwitchedOff(TestCluster cluster, ServedTenant tenant) {
    var name = "w" + UUID.randomUUID().toString().substring(0, 8);
    try (var landlord = new Landlord(cluster);
        var approval = reconciler(landlord);
        var node = new Joining(tenant, random).join(name)) {
      nodeWith(tenant.admin(), name, "192.0.2.41");
      var request = ask(node, subject(name), USAGES, name);
      landlord.order(
          tenant, "{workerBootstrap: {provider: talos, csrApproval: {autoApprove: false}}}");
      landlord.start(approval.watches(), approval);
      landlord.edit(
          "{\"spec\": {\"addons\": {\"workerBootstrap\": {\"csrApproval\": {\"autoApprove\": true}}}}}");
      assertThat(signed(tenant.admin(), request)).contains("BEGIN CERTIFICATE");
      landlord.edit(
          "{\"spec\": {\"addons\": {\"workerBootstrap\": {\"csrApproval\": {\"autoApprove\": false}}}}}");
      Await.untilTrue("it looks no more", () -> approval.watched() == 0);
      undecided(tenant.admin(), ask(node, subject(name), USAGES, name));
    }
  }

  private static ApprovalReconciler reconciler(Landlord landlord) {
    return new ApprovalReconciler(
        landlord.client,
        landlord.timeline,
        landlord.tenants,
        ClientSettings.named("steward-test").withCallTimeout(Duration.ofSeconds(5)),
        "test",
        "super-admin.conf");
  }

  private static Subject subject(String node) {
    return new Subject("system:node:" + node, List.of("system:nodes"));
  }

  private String ask(
      KubernetesClient asker, Subject subject, List<String> usages, String... names) {
    var pem = SigningRequest.make(subject, SubjectAltName.all(names), key, random).pem();
    return asker
        .resource(
            new CertificateSigningRequestBuilder()
                .withNewMetadata()
                .withGenerateName("serving-")
                .endMetadata()
                .withNewSpec()
                .withSignerName(SERVING)
                .withUsages(usages)
                .withRequest(Base64.getEncoder().encodeToString(pem.getBytes(UTF_8)))
                .endSpec()
                .build())
        .create()
        .getMetadata()
        .getName();
  }

  private static void nodeWith(KubernetesClient admin, String name, String address) {
    var node = new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
    admin.resource(node).create();
    admin
        .nodes()
        .withName(name)
        .subresource("status")
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            """
            {"status": {"addresses": [{"type": "Hostname", "address": "%s"},
              {"type": "InternalIP", "address": "%s"}]}}
            """
                .formatted(name, address));
  }

  private static Resource<CertificateSigningRequest> request(KubernetesClient admin, String name) {
    return admin.certificates().v1().certificateSigningRequests().withName(name);
  }

  private static String signed(KubernetesClient admin, String name) {
    var found =
        new Await(admin)
            .within(Duration.ofMinutes(3))
            .until(
                "signed",
                request(admin, name),
                one -> one.getStatus() != null && one.getStatus().getCertificate() != null);
    return new String(Base64.getDecoder().decode(found.getStatus().getCertificate()), UTF_8);
  }

  private static void undecided(KubernetesClient admin, String name) {
    var status = request(admin, name).require().getStatus();
    assertThat(status == null || status.getConditions().isEmpty()).as(name).isTrue();
  }

  private static List<String> words(Landlord landlord, String request) {
    return landlord.words(note -> note.contains(request));
  }
}
