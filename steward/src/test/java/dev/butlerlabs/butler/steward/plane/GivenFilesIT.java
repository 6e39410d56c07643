package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.RealEtcd;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** API servers read the audit policy and OIDC's authority when they start, and never again. */
@OnRealApiServer
class GivenFilesIT {

  private static final String POLICY = Marks.MOUNTED + "audit-policy";
  private static final String AUTHORITY = Marks.MOUNTED + "oidc-ca";

  @Test
  void podsAreReplacedWhenAPolicyOrAnAuthorityOfTheUserChanges(
      TestCluster cluster, @TempDir Path folder) {
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
    var client = cluster.client(WireFormat.serialization());
    policy(cluster, "None", "one");
    authority(cluster, "old");
    try (var etcd = RealEtcd.start();
        var _ = RunningSteward.start(cluster, client, etcd, folder)) {
      order(cluster, client);
      var first = await(cluster, client, labels -> labels.containsKey(AUTHORITY));
      assertThat(first).containsKey(POLICY);

      policy(cluster, "Metadata", "one");
      var second = await(cluster, client, labels -> !same(first, labels, POLICY));
      assertThat(same(first, second, AUTHORITY)).isTrue();

      authority(cluster, "new");
      var third = await(cluster, client, labels -> !same(first, labels, AUTHORITY));
      assertThat(same(second, third, POLICY)).isTrue();

      policy(cluster, "Metadata", "another key, which nobody mounts");
      authority(cluster, "old");
      var fourth = await(cluster, client, labels -> same(first, labels, AUTHORITY));
      assertThat(fourth).as("as before the new authority").isEqualTo(second);
    }
  }

  private static boolean same(Map<String, String> one, Map<String, String> other, String label) {
    return Objects.equals(one.get(label), other.get(label));
  }

  private static Map<String, String> await(
      TestCluster cluster, KubernetesClient client, Predicate<Map<String, String>> condition) {
    var found =
        new Await(client)
            .until(
                "pods are to be replaced",
                client
                    .resources(Deployment.class)
                    .inNamespace(cluster.namespace())
                    .withName("shop"),
                one -> condition.test(labels(one)));
    return labels(found);
  }

  private static Map<String, String> labels(Deployment deployment) {
    return deployment.getSpec().getTemplate().getMetadata().getLabels();
  }

  private static void policy(TestCluster cluster, String level, String other) {
    cluster
        .kubectlReading(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: policy}
            data:
              other: %s
              rules: |
                apiVersion: audit.k8s.io/v1
                kind: Policy
                rules: [{level: %s}]
            """
                .formatted(other, level),
            "apply",
            "-f",
            "-")
        .requireSuccess();
  }

  private static void authority(TestCluster cluster, String text) {
    cluster
        .kubectlReading(
            """
            apiVersion: v1
            kind: Secret
            metadata: {name: authority}
            stringData: {ca.crt: %s}
            """
                .formatted(text),
            "apply",
            "-f",
            "-")
        .requireSuccess();
  }

  private static void order(TestCluster cluster, KubernetesClient client) {
    var plane = new TenantControlPlane();
    plane.setMetadata(
        new ObjectMetaBuilder().withNamespace(cluster.namespace()).withName("shop").build());
    plane.setSpec(
        Planes.spec(
            """
            dataStore: %s
            kubernetes: {version: v1.36.3, kubelet: {}}
            controlPlane: {service: {serviceType: ClusterIP}}
            security:
              audit: {policyConfigMapName: policy, policyKey: rules}
              oidc: {issuerURL: "https://id.example.com", clientID: shop, caSecretName: authority}
            """
                .formatted(RunningSteward.store(cluster))));
    client.resource(plane).create();
  }
}
