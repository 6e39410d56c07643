package dev.butlerlabs.butler.steward.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.pki.BootstrapToken;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.SigningRequest;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.Edit;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How a node joins, as a kubelet does it: token, cluster-info, certificate, Node. */
@ExtendWith(OneTenant.class)
class JoinIT {

  private final SecureRandom random = new SecureRandom();

  @Test
  void clusterInfoIsSignedForEveryToken(ServedTenant tenant) {
    var token = token(tenant);
    new Await(tenant.admin())
        .until(
            "signed",
            tenant.admin().configMaps().inNamespace("kube-public").withName("cluster-info"),
            info -> info.getData().containsKey("jws-kubeconfig-" + token.id()));
  }

  @Test
  void aTokenMayOnlyReadWhatJoiningNeeds(ServedTenant tenant) {
    var token = token(tenant).reveal();
    var system = "/api/v1/namespaces/kube-system/";
    for (var name : List.of("kubeadm-config", "kubelet-config")) {
      assertThat(tenant.call(token, "GET", system + "configmaps/" + name, "").statusCode())
          .as(name)
          .isEqualTo(200);
    }
    assertThat(tenant.call(token, "GET", system + "secrets", "").statusCode()).isEqualTo(403);
    assertThat(tenant.call(token, "GET", "/api/v1/pods", "").statusCode()).isEqualTo(403);
    assertThat(tenant.call(token, "GET", "/api/v1/nodes/none", "").statusCode()).isEqualTo(404);
  }

  @Test
  void aTokenThatRanOutIsNone(ServedTenant tenant) {
    var token = BootstrapToken.generate(random);
    store(tenant, token, "2020-01-01T00:00:00Z");
    assertThat(tenant.call(token.reveal(), "GET", "/api/v1/nodes", "").statusCode()).isEqualTo(401);
  }

  @Test
  void aNodeJoinsAndIsItself(ServedTenant tenant) {
    try (var node = join(tenant, "worker-a")) {
      node.nodes().resource(node("worker-a")).create();
      assertThat(tenant.admin().nodes().withName("worker-a").get()).isNotNull();
      node.nodes()
          .withName("worker-a")
          .edit(
              Edit.atAnyVersion(
                  found ->
                      new NodeBuilder(found)
                          .editMetadata()
                          .addToAnnotations("said", "by itself")
                          .endMetadata()
                          .build()));
      assertThat(node.leases().inNamespace("kube-node-lease").withName("worker-a").get()).isNull();
    }
  }

  @Test
  void aNodeCannotTouchAnother(ServedTenant tenant) {
    tenant.admin().nodes().resource(node("victim")).create();
    try (var node = join(tenant, "worker-b")) {
      refused(() -> node.nodes().resource(node("worker-c")).create());
      refused(
          () ->
              node.nodes()
                  .withName("victim")
                  .edit(
                      Edit.atAnyVersion(
                          found ->
                              new NodeBuilder(found)
                                  .editMetadata()
                                  .addToLabels("stolen", "yes")
                                  .endMetadata()
                                  .build())));
      refused(() -> node.leases().inNamespace("kube-node-lease").withName("victim").get());
      refused(() -> node.secrets().inNamespace("kube-system").list());
      refused(() -> node.pods().inAnyNamespace().list());
    }
  }

  @Test
  void aNodeCannotGiveItselfProtectedLabels(ServedTenant tenant) {
    try (var node = join(tenant, "worker-d")) {
      var wanted = node("worker-d");
      wanted.getMetadata().setLabels(Map.of("node-restriction.kubernetes.io/rank", "high"));
      refused(() -> node.nodes().resource(wanted).create());
    }
  }

  @Test
  void aCertificateForSomebodyElseIsNotApprovedByItself(ServedTenant tenant) {
    var key = SigningKey.generate(KeyKind.EC_P256, random);
    var request =
        request(
            SigningRequest.make(
                    new Subject("kubernetes-admin", List.of("system:masters")),
                    List.of(),
                    key,
                    random)
                .pem(),
            "sneaky",
            "kubernetes.io/kube-apiserver-client-kubelet");
    var answer =
        tenant.call(
            token(tenant).reveal(),
            "POST",
            "/apis/certificates.k8s.io/v1/certificatesigningrequests",
            request);
    assertThat(answer.statusCode()).isNotEqualTo(500);
    var stored = tenant.admin().certificates().v1().certificateSigningRequests().withName("sneaky");
    assertThat(stored.get() == null || stored.get().getStatus().getCertificate() == null).isTrue();
  }

  @Test
  void aPersonsCertificateIsSignedWhenSomebodyApproves(ServedTenant tenant) {
    var key = SigningKey.generate(KeyKind.EC_P256, random);
    var pem =
        SigningRequest.make(new Subject("anna", List.of("devs")), List.of(), key, random).pem();
    tenant.apply(request(pem, "anna", "kubernetes.io/kube-apiserver-client"));
    tenant.kubectl("certificate", "approve", "anna");
    try (var anna = tenant.client(kubeconfig(tenant, "anna", key, certificate(tenant, "anna")))) {
      assertThat(anna.raw("/apis/authentication.k8s.io/v1")).contains("selfsubjectreviews");
      refused(() -> anna.secrets().inNamespace("default").list());
    }
  }

  private static void refused(Runnable work) {
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(
            KubernetesClientException.class, why -> assertThat(why.getCode()).isEqualTo(403));
  }

  private KubernetesClient join(ServedTenant tenant, String name) {
    return join(tenant, name, random);
  }

  /** What kubelet's TLS bootstrap does; approval and signing are the tenant's own controllers'. */
  static KubernetesClient join(ServedTenant tenant, String name, SecureRandom random) {
    var key = SigningKey.generate(KeyKind.EC_P256, random);
    var pem =
        SigningRequest.make(
                new Subject("system:node:" + name, List.of("system:nodes")), List.of(), key, random)
            .pem();
    var answer =
        tenant.call(
            token(tenant, random).reveal(),
            "POST",
            "/apis/certificates.k8s.io/v1/certificatesigningrequests",
            request(pem, "join-" + name, "kubernetes.io/kube-apiserver-client-kubelet"));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return tenant.client(
        kubeconfig(tenant, "system:node:" + name, key, certificate(tenant, "join-" + name)));
  }

  private static String certificate(ServedTenant tenant, String request) {
    var signed =
        new Await(tenant.admin())
            .until(
                "signed",
                tenant.admin().certificates().v1().certificateSigningRequests().withName(request),
                found -> found.getStatus() != null && found.getStatus().getCertificate() != null);
    return new String(Base64.getDecoder().decode(signed.getStatus().getCertificate()), UTF_8);
  }

  private static byte[] kubeconfig(
      ServedTenant tenant, String user, SigningKey key, String certificate) {
    return new Kubeconfig(
            "shop",
            URI.create(tenant.server()),
            Kubeconfig.parse(tenant.kubeconfig("admin.conf")).authorities(),
            null,
            user,
            new Kubeconfig.Login.Certificate(Pem.certificates(certificate), key),
            null)
        .render()
        .getBytes(UTF_8);
  }

  private static String request(String pem, String name, String signer) {
    return """
    {"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest",
     "metadata": {"name": "%s"},
     "spec": {"request": "%s", "signerName": "%s", "usages": ["digital signature", "client auth"]}}
    """
        .formatted(name, Base64.getEncoder().encodeToString(pem.getBytes(UTF_8)), signer);
  }

  private BootstrapToken token(ServedTenant tenant) {
    return token(tenant, random);
  }

  /** A new token that the tenant knows. */
  static BootstrapToken token(ServedTenant tenant, SecureRandom random) {
    var token = BootstrapToken.generate(random);
    store(tenant, token, "2126-01-01T00:00:00Z");
    Await.untilTrue(
        "the token is known",
        () -> tenant.call(token.reveal(), "GET", "/api/v1/nodes/none", "").statusCode() != 401);
    return token;
  }

  private static void store(ServedTenant tenant, BootstrapToken token, String until) {
    tenant
        .admin()
        .secrets()
        .inNamespace("kube-system")
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withName(token.secretName())
                .endMetadata()
                .withType("bootstrap.kubernetes.io/token")
                .withStringData(
                    Map.of(
                        "token-id",
                        token.id(),
                        "token-secret",
                        Objects.requireNonNull(token.reveal()).substring(7),
                        "expiration",
                        until,
                        "usage-bootstrap-authentication",
                        "true",
                        "usage-bootstrap-signing",
                        "true",
                        "auth-extra-groups",
                        "system:bootstrappers:kubeadm:default-node-token"))
                .build())
        .create();
  }

  private static Node node(String name) {
    return new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
  }
}
