package dev.butlerlabs.butler.steward.conformance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.BootstrapToken;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.SigningRequest;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.net.URI;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/** Somebody who has a machine and brings it into a tenant, as kubelet does. */
record Joining(ServedTenant tenant, SecureRandom random) {

  static final String REQUESTS = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  static final String KUBELET = "kubernetes.io/kube-apiserver-client-kubelet";

  /** What kubelet's TLS bootstrap does; approval and signing are the tenant's own controllers'. */
  KubernetesClient join(String name) {
    return join(name, token());
  }

  KubernetesClient join(String name, BootstrapToken token) {
    var key = key();
    var request = "join-" + name;
    var answer =
        tenant.call(token.reveal(), "POST", REQUESTS, request(request, node(name), key, KUBELET));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
    return client("system:node:" + name, key, request);
  }

  static Subject node(String name) {
    return new Subject("system:node:" + name, List.of("system:nodes"));
  }

  SigningKey key() {
    return SigningKey.generate(KeyKind.EC_P256, random);
  }

  /** Somebody with the certificate that a request is answered with; to be closed. */
  KubernetesClient client(String user, SigningKey key, String request) {
    var signed =
        new Await(tenant.admin())
            .until(
                "signed",
                stored(request),
                found -> found.getStatus() != null && found.getStatus().getCertificate() != null);
    var certificate =
        new String(Base64.getDecoder().decode(signed.getStatus().getCertificate()), UTF_8);
    return tenant.client(
        new Kubeconfig(
                "shop",
                URI.create(tenant.server()),
                Kubeconfig.parse(tenant.kubeconfig("admin.conf")).authorities(),
                null,
                user,
                new Kubeconfig.Login.Certificate(Pem.certificates(certificate), key),
                null)
            .render()
            .getBytes(UTF_8));
  }

  Resource<CertificateSigningRequest> stored(String request) {
    return tenant.admin().certificates().v1().certificateSigningRequests().withName(request);
  }

  String request(String name, Subject subject, SigningKey key, String signer) {
    var pem = SigningRequest.make(subject, List.of(), key, random).pem();
    return """
    {"apiVersion": "certificates.k8s.io/v1", "kind": "CertificateSigningRequest",
     "metadata": {"name": "%s"},
     "spec": {"request": "%s", "signerName": "%s", "usages": ["digital signature", "client auth"]}}
    """
        .formatted(name, Base64.getEncoder().encodeToString(pem.getBytes(UTF_8)), signer);
  }

  /** A new token that the tenant knows. */
  BootstrapToken token() {
    var token = BootstrapToken.generate(random);
    store(token, "2126-01-01T00:00:00Z");
    Await.untilTrue(
        "the token is known",
        () -> tenant.call(token.reveal(), "GET", "/api/v1/nodes/none", "").statusCode() != 401);
    return token;
  }

  void store(BootstrapToken token, String until) {
    var data =
        Map.of(
            "token-id",
            token.id(),
            "token-secret",
            token.reveal().substring(7),
            "expiration",
            until,
            "usage-bootstrap-authentication",
            "true",
            "usage-bootstrap-signing",
            "true",
            "auth-extra-groups",
            "system:bootstrappers:kubeadm:default-node-token");
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
                .withStringData(data)
                .build())
        .create();
  }
}
