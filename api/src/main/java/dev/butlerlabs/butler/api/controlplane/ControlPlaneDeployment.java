package dev.butlerlabs.butler.api.controlplane;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Open;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.steward.ExtraMetadata;
import dev.butlerlabs.butler.api.steward.Rollout;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pods of a control plane. */
public record ControlPlaneDeployment(
    @Doc("Labels a node must have to run the pods.") Map<String, String> nodeSelector,
    @Doc("Container runtime class of the pods. Left out: the cluster's default.")
        @Nullable String runtimeClassName,
    @Doc("ServiceAccount of the pods; its token is not mounted. Left out: default.")
        @Nullable String serviceAccountName,
    @Doc("Labels and annotations for the Deployment.") @Nullable ExtraMetadata additionalMetadata,
    @Doc("Labels and annotations for the pods.") @Nullable ExtraMetadata podAdditionalMetadata,
    @Doc("How pods are replaced. Left out: all new ones start before an old one stops.")
        @Nullable Rollout strategy,
    @Open @Doc("Nodes and pods to be near to or away from (Kubernetes Affinity).")
        @Nullable JsonNode affinity,
    @Open @Doc("Taints the pods put up with (Kubernetes Toleration).") List<JsonNode> tolerations,
    @Open
        @Doc(
            "How pods are spread (Kubernetes TopologySpreadConstraint); a missing selector means"
                + " this control plane's pods.")
        List<JsonNode> topologySpreadConstraints,
    @Open
        @Doc(
            "Containers that run to their end before the control plane starts (Kubernetes"
                + " Container).")
        List<JsonNode> extraInitContainers,
    @Open @Doc("Containers beside the control plane's own (Kubernetes Container).")
        List<JsonNode> extraContainers,
    @Open @Doc("Volumes for the added containers and mounts (Kubernetes Volume).")
        List<JsonNode> extraVolumes,
    @Doc("Run the pods in another cluster; behind a feature gate.")
        @Nullable ExternalCluster externalClusterReference)
    implements Wire {

  public ControlPlaneDeployment {
    nodeSelector = Wire.map(nodeSelector);
    tolerations = Wire.list(tolerations);
    topologySpreadConstraints = Wire.list(topologySpreadConstraints);
    extraInitContainers = Wire.list(extraInitContainers);
    extraContainers = Wire.list(extraContainers);
    extraVolumes = Wire.list(extraVolumes);
  }

  /** A cluster elsewhere that runs the pods. */
  public record ExternalCluster(
      @Required @Length(min = 1) @Doc("Secret with a kubeconfig of that cluster.")
          String kubeconfigSecretName,
      @Required @Length(min = 1) @Doc("Key of the kubeconfig in the Secret.")
          String kubeconfigSecretKey,
      @Doc("Namespace of the Secret. Left out: that of the control plane.")
          @Nullable String kubeconfigSecretNamespace,
      @Required @Doc("Namespace for the pods in that cluster.") String deploymentNamespace)
      implements Wire {}
}
