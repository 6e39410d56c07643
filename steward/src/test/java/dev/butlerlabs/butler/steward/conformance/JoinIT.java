package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.pki.BootstrapToken;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How a node joins, as a kubelet does it: token, cluster-info, certificate, Node. */
@ExtendWith(OneTenant.class)
class JoinIT {

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);

  private final SecureRandom random = new SecureRandom();

  @Test
  void clusterInfoIsSignedForEveryToken(ServedTenant tenant) {
    var token = joining(tenant).token();
    new Await(tenant.admin())
        .until(
            "signed",
            tenant.admin().configMaps().inNamespace("kube-public").withName("cluster-info"),
            info -> info.getData().containsKey("jws-kubeconfig-" + token.id()));
  }

  @Test
  void aTokenMayOnlyReadWhatJoiningNeeds(ServedTenant tenant) {
    var token = joining(tenant).token().reveal();
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
    joining(tenant).store(token, "2020-01-01T00:00:00Z");
    assertThat(tenant.call(token.reveal(), "GET", "/api/v1/nodes", "").statusCode()).isEqualTo(401);
  }

  @Test
  void aNodeJoinsAndIsItself(ServedTenant tenant) {
    try (var node = joining(tenant).join("worker-a")) {
      var self = whoAmI(node).at("/status/userInfo");
      assertThat(self.path("username").asText()).isEqualTo("system:node:worker-a");
      assertThat(self.path("groups"))
          .extracting(JsonNode::asText)
          .containsExactlyInAnyOrder("system:nodes", "system:authenticated");

      node.nodes().resource(node("worker-a")).create();
      node.nodes()
          .withName("worker-a")
          .subresource("status")
          .patch(
              MERGE,
              """
              {"status": {"addresses": [{"type": "InternalIP", "address": "192.0.2.11"}]}}
              """);
      var seen = tenant.admin().nodes().withName("worker-a").require();
      assertThat(seen.getStatus().getAddresses())
          .singleElement()
          .satisfies(address -> assertThat(address.getAddress()).isEqualTo("192.0.2.11"));
    }
  }

  @Test
  void aCertificateForSomebodyElseIsNotApprovedByItself(ServedTenant tenant) {
    var joining = joining(tenant);
    var token = joining.token();
    var foreign =
        Map.of(
            "sneaky", new Subject("kubernetes-admin", List.of("system:masters")),
            "sneaky-node", new Subject("kubernetes-admin", List.of("system:nodes")));
    foreign.forEach(
        (name, subject) -> {
          var request = joining.request(name, subject, joining.key(), Joining.KUBELET);
          var answer = tenant.call(token.reveal(), "POST", Joining.REQUESTS, request);
          assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        });
    // The approver takes requests in turn: what came before this one was looked at.
    joining.join("worker-g", token).close();
    for (var name : foreign.keySet()) {
      var status = joining.stored(name).require().getStatus();
      assertThat(status.getConditions()).as(name).isEmpty();
      assertThat(status.getCertificate()).as(name).isNull();
    }
  }

  @Test
  void aPersonsCertificateIsSignedWhenSomebodyApproves(ServedTenant tenant) {
    var joining = joining(tenant);
    var key = joining.key();
    var subject = new Subject("anna", List.of("devs"));
    tenant.apply(joining.request("anna", subject, key, "kubernetes.io/kube-apiserver-client"));
    tenant.kubectl("certificate", "approve", "anna");
    try (var anna = joining.client("anna", key, "anna")) {
      var self = whoAmI(anna).at("/status/userInfo");
      assertThat(self.path("username").asText()).isEqualTo("anna");
      assertThat(self.path("groups")).extracting(JsonNode::asText).contains("devs");
      refused(() -> anna.secrets().inNamespace("default").list());
    }
  }

  private static void refused(Runnable work) {
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(
            KubernetesClientException.class, why -> assertThat(why.getCode()).isEqualTo(403));
  }

  private static JsonNode whoAmI(KubernetesClient client) {
    var path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    var question =
        "{\"apiVersion\": \"authentication.k8s.io/v1\", \"kind\": \"SelfSubjectReview\"}";
    try {
      return WireFormat.mapper().readTree(client.raw(path, "POST", question));
    } catch (IOException notJson) {
      throw new UncheckedIOException(notJson);
    }
  }

  private Joining joining(ServedTenant tenant) {
    return new Joining(tenant, random);
  }

  private static Node node(String name) {
    return new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
  }
}
