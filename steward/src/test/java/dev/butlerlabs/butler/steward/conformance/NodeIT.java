package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.Edit;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.security.SecureRandom;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a node that has joined may do, and that it goes no further than its own. */
@ExtendWith(OneTenant.class)
class NodeIT {

  private static final PatchContext MERGE = PatchContext.of(PatchType.JSON_MERGE);
  private static final String NODE_LEASES = "kube-node-lease";

  private final SecureRandom random = new SecureRandom();

  @Test
  void aNodeTakesItsLeaseAndRenewsIt(ServedTenant tenant) {
    try (var node = joining(tenant).join("worker-e")) {
      var own = node.leases().inNamespace(NODE_LEASES).withName("worker-e");
      assertThat(own.get()).isNull();
      node.resource(lease("worker-e")).create();
      own.patch(MERGE, "{\"spec\": {\"renewTime\": \"2026-01-01T00:00:10.000000Z\"}}");
      var seen = tenant.admin().leases().inNamespace(NODE_LEASES).withName("worker-e").require();
      assertThat(seen.getSpec().getHolderIdentity()).isEqualTo("worker-e");
      assertThat(seen.getSpec().getRenewTime()).isEqualTo("2026-01-01T00:00:10Z");
    }
  }

  @Test
  void aNodeCannotTouchAnother(ServedTenant tenant) {
    var joining = joining(tenant);
    tenant.admin().nodes().resource(node("victim")).create();
    tenant.admin().resource(lease("victim")).create();
    try (var node = joining.join("worker-b")) {
      var victim = node.nodes().withName("victim");
      refused(() -> node.nodes().resource(node("worker-c")).create());
      refused(() -> victim.edit(Edit.atAnyVersion(NodeIT::stolen)));
      refused(
          () ->
              victim
                  .subresource("status")
                  .patch(MERGE, "{\"status\": {\"capacity\": {\"cpu\": \"1\"}}}"));
      refused(victim::delete);

      var lease = node.leases().inNamespace(NODE_LEASES).withName("victim");
      refused(lease::get);
      refused(() -> lease.patch(MERGE, "{\"spec\": {\"holderIdentity\": \"worker-b\"}}"));
      refused(lease::delete);

      refused(
          () ->
              node.raw(
                  Joining.REQUESTS,
                  "POST",
                  joining.request(
                      "as-victim", Joining.node("victim"), joining.key(), Joining.KUBELET)));
      refused(() -> node.secrets().inNamespace("kube-system").list());
      refused(() -> node.pods().inAnyNamespace().list());
    }
    var after = tenant.admin().nodes().withName("victim").require();
    assertThat(String.valueOf(after.getMetadata().getLabels())).doesNotContain("stolen");
    assertThat(after.getStatus().getCapacity()).isNullOrEmpty();
  }

  @Test
  void aNodeReadsOnlyWhatItsOwnPodsNeedAndTouchesNoOthers(ServedTenant tenant) {
    var namespace = tenant.namespace();
    tenant.admin().nodes().resource(node("neighbour")).create();
    try (var node = joining(tenant).join("worker-f")) {
      node.nodes().resource(node("worker-f")).create();
      podWithSecret(tenant, namespace, "mine", "worker-f");
      podWithSecret(tenant, namespace, "theirs", "neighbour");

      var secrets = node.secrets().inNamespace(namespace);
      Await.untilTrue("it reads its own", () -> allowed(() -> secrets.withName("mine").require()));
      refused(() -> secrets.withName("theirs").get());
      refused(() -> secrets.list());

      var pods = node.pods().inNamespace(namespace);
      var failed = "{\"status\": {\"phase\": \"Failed\"}}";
      pods.withName("mine").subresource("status").patch(MERGE, failed);
      refused(() -> pods.withName("theirs").subresource("status").patch(MERGE, failed));
      refused(() -> pods.withName("theirs").withGracePeriod(0).delete());
      pods.withName("mine").withGracePeriod(0).delete();

      var left = tenant.admin().pods().inNamespace(namespace).list().getItems();
      assertThat(left)
          .singleElement()
          .satisfies(
              pod -> {
                assertThat(pod.getMetadata().getName()).isEqualTo("theirs");
                assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");
              });
    }
  }

  @Test
  void aNodeCannotGiveItselfProtectedLabels(ServedTenant tenant) {
    try (var node = joining(tenant).join("worker-d")) {
      var wanted = node("worker-d");
      wanted.getMetadata().setLabels(Map.of("node-restriction.kubernetes.io/rank", "high"));
      refused(() -> node.nodes().resource(wanted).create());
    }
  }

  private static void refused(Runnable work) {
    assertThatThrownBy(work::run)
        .isInstanceOfSatisfying(
            KubernetesClientException.class, why -> assertThat(why.getCode()).isEqualTo(403));
  }

  /** What a node may read follows its pods a moment later. */
  private static boolean allowed(Runnable work) {
    try {
      work.run();
      return true;
    } catch (KubernetesClientException refused) {
      assertThat(refused.getCode()).isEqualTo(403);
      return false;
    }
  }

  private static Node stolen(Node found) {
    return new NodeBuilder(found).editMetadata().addToLabels("stolen", "yes").endMetadata().build();
  }

  private static String lease(String node) {
    return """
    apiVersion: coordination.k8s.io/v1
    kind: Lease
    metadata: {name: %1$s, namespace: kube-node-lease}
    spec: {holderIdentity: %1$s, leaseDurationSeconds: 40, renewTime: "2026-01-01T00:00:00.000000Z"}
    """
        .formatted(node);
  }

  private static void podWithSecret(
      ServedTenant tenant, String namespace, String name, String node) {
    tenant.account(namespace);
    tenant.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: %2$s, namespace: %1$s}
        stringData: {word: sesame}
        ---
        apiVersion: v1
        kind: Pod
        metadata: {name: %2$s, namespace: %1$s}
        spec:
          nodeName: %3$s
          tolerations: [{operator: Exists}]
          containers: [{name: c, image: "registry.example/app:1"}]
          volumes: [{name: secret, secret: {secretName: %2$s}}]
        """
            .formatted(namespace, name, node));
  }

  private Joining joining(ServedTenant tenant) {
    return new Joining(tenant, random);
  }

  private static Node node(String name) {
    return new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
  }
}
