package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.Locale;
import java.util.Map;

/** Cluster API's kinds, for a place where nobody carries them out. */
final class ClusterApiKinds {

  private static final Map<String, String> GROUPS =
      Map.of(
          "Cluster", "cluster.x-k8s.io",
          "Machine", "cluster.x-k8s.io",
          "MachineSet", "cluster.x-k8s.io",
          "MachineDeployment", "cluster.x-k8s.io",
          "MachineHealthCheck", "cluster.x-k8s.io",
          "KubeadmConfig", "bootstrap.cluster.x-k8s.io",
          "KubeadmConfigTemplate", "bootstrap.cluster.x-k8s.io");

  private ClusterApiKinds() {}

  static void install(TestCluster cluster) {
    GROUPS.forEach((kind, group) -> install(cluster, kind, group));
  }

  /** As much of one of Cluster API's kinds as is needed to store it. */
  private static void install(TestCluster cluster, String kind, String group) {
    var plural = kind.toLowerCase(Locale.ROOT) + "s";
    cluster
        .kubectlReading(
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: %1$s.%2$s}
            spec:
              group: %2$s
              names: {kind: %3$s, plural: %1$s}
              scope: Namespaced
              versions:
                - name: v1beta2
                  served: true
                  storage: true
                  subresources: {status: {}}
                  schema:
                    openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
            """
                .formatted(plural, group, kind),
            "apply",
            "-f",
            "-")
        .requireSuccess();
  }
}
