package dev.butlerlabs.butler.tenants.cause;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.tenants.cause.plan.Causes;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class TreesTest {

  private static final TenantCluster WEB =
      read(
          TenantCluster.class,
          """
          apiVersion: butler.butlerlabs.dev/v1alpha1
          kind: TenantCluster
          metadata: {name: web, namespace: payments, creationTimestamp: "2026-11-02T10:00:00Z"}
          status:
            effective: {providerConfigRef: {name: pve, namespace: butler-system}}
            conditions:
              - {type: Ready, status: "False", reason: Reconciling, message: "", lastTransitionTime: "2026-11-02T10:00:00Z"}
          """);

  /** Records of ours, Kubernetes' own classes and objects without a type lie in one tree. */
  @Test
  void objectsOfAnySortAreRead() {
    var machine =
        read(
            GenericKubernetesResource.class,
            """
            apiVersion: cluster.x-k8s.io/v1beta2
            kind: MachineDeployment
            metadata: {name: web-workers, namespace: web-1a2b3c4d}
            spec: {replicas: 0}
            """);
    var cluster =
        read(
            GenericKubernetesResource.class,
            """
            apiVersion: cluster.x-k8s.io/v1beta2
            kind: Cluster
            metadata: {name: web, namespace: web-1a2b3c4d}
            status:
              conditions:
                - {type: InfrastructureReady, status: "True", reason: Ready, message: "", lastTransitionTime: "2026-11-02T10:00:00Z"}
            """);

    var found = Causes.of(Trees.of(WEB, List.<HasMetadata>of(machine, cluster, node()), List.of()));

    assertThat(found)
        .hasValueSatisfying(
            cause -> {
              assertThat(cause.cause().what()).isEqualTo("Node n1: Kubelet stopped posting");
              assertThat(cause.since()).isEqualTo("2026-11-02T11:00:00Z");
              assertThat(cause.status().reason()).isEqualTo("NodeStatusUnknown");
            });
  }

  private static Node node() {
    return new NodeBuilder()
        .withNewMetadata()
        .withName("n1")
        .endMetadata()
        .withNewStatus()
        .addNewCondition()
        .withType("Ready")
        .withStatus("Unknown")
        .withReason("NodeStatusUnknown")
        .withMessage("Kubelet stopped posting")
        .withLastTransitionTime("2026-11-02T11:00:00Z")
        .endCondition()
        .endStatus()
        .build();
  }

  private static <T> T read(Class<T> type, String yaml) {
    return WireFormat.serialization().unmarshal("---\n" + yaml, type);
  }
}
