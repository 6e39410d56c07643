package dev.butlerlabs.butler.api.steward;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Open;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The pods of a control plane. */
public record HostedDeployment(
    @Default("2")
        @Doc("Number of pods; 0 puts the tenant to sleep with its data kept; 2 when left out.")
        @Nullable Integer replicas,
    @Default(HostedDeployment.REGISTRY) @Doc("Where the images of the components come from.")
        @Nullable Registry registrySettings,
    @Default(HostedDeployment.ROLLOUT)
        @Doc("How pods are replaced. Left out: all new ones start before an old one stops.")
        @Nullable Rollout strategy,
    @Doc("Labels a node must have to run the pods.") Map<String, String> nodeSelector,
    @Open @Doc("Taints the pods put up with (Kubernetes Toleration).") List<JsonNode> tolerations,
    @Open @Doc("Nodes and pods to be near to or away from (Kubernetes Affinity).")
        @Nullable JsonNode affinity,
    @Open
        @Doc(
            "How pods are spread (Kubernetes TopologySpreadConstraint); a missing selector means"
                + " this control plane's pods.")
        List<JsonNode> topologySpreadConstraints,
    @Doc("Container runtime class of the pods. Left out: the cluster's default.")
        @Nullable String runtimeClassName,
    @Default("default")
        @Doc("ServiceAccount of the pods; its token is not mounted. default when left out.")
        @Nullable String serviceAccountName,
    @Doc("What each component asks for and may use. Left out: Steward's own requests.")
        @Nullable Resources resources,
    @Doc("Further flags for each component.") @Nullable ExtraArgs extraArgs,
    @Doc("Labels and annotations for the Deployment.") @Nullable ExtraMetadata additionalMetadata,
    @Doc("Labels and annotations for the pods.") @Nullable ExtraMetadata podAdditionalMetadata,
    @Open
        @Doc(
            "Containers that run to their end before the control plane starts (Kubernetes"
                + " Container).")
        List<JsonNode> additionalInitContainers,
    @Open @Doc("Containers beside the control plane's own (Kubernetes Container).")
        List<JsonNode> additionalContainers,
    @Open @Doc("Volumes for the added containers and mounts (Kubernetes Volume).")
        List<JsonNode> additionalVolumes,
    @Doc("Mounts of the added volumes in the control plane's own containers.")
        @Nullable ExtraMounts additionalVolumeMounts)
    implements Wire {

  /** New pods first, then the old ones go. */
  static final String ROLLOUT =
      """
      {"rollingUpdate": {"maxSurge": "100%", "maxUnavailable": 0}, "type": "RollingUpdate"}
      """;

  /** Kubernetes' own images. */
  static final String REGISTRY =
      """
      {"apiServerImage": "kube-apiserver", "controllerManagerImage": "kube-controller-manager",
       "registry": "registry.k8s.io", "schedulerImage": "kube-scheduler"}
      """;

  public HostedDeployment {
    nodeSelector = Wire.map(nodeSelector);
    tolerations = Wire.list(tolerations);
    topologySpreadConstraints = Wire.list(topologySpreadConstraints);
    additionalInitContainers = Wire.list(additionalInitContainers);
    additionalContainers = Wire.list(additionalContainers);
    additionalVolumes = Wire.list(additionalVolumes);
  }

  /** Where images come from: {@code registry/image:version} and the suffix. */
  public record Registry(
      @Default("registry.k8s.io")
          @Doc("Registry, with a path if needed; registry.k8s.io when left out.")
          @Nullable String registry,
      @Default("kube-apiserver")
          @Doc("Name of the API server's image; kube-apiserver when left out.")
          @Nullable String apiServerImage,
      @Default("kube-controller-manager")
          @Doc("Name of the controller manager's image; kube-controller-manager when left out.")
          @Nullable String controllerManagerImage,
      @Default("kube-scheduler")
          @Doc("Name of the scheduler's image; kube-scheduler when left out.")
          @Nullable String schedulerImage,
      @Doc("Appended to the tag, for images that are tagged with more than the version.")
          @Nullable String tagSuffix)
      implements Wire {}

  /** What each component asks for and may use. */
  public record Resources(
      @Doc("For kube-apiserver.") @Nullable ContainerResources apiServer,
      @Doc("For kube-controller-manager.") @Nullable ContainerResources controllerManager,
      @Doc("For kube-scheduler.") @Nullable ContainerResources scheduler,
      @Doc("For kine, which stands between the API server and an SQL store.")
          @Nullable ContainerResources kine)
      implements Wire {}

  /** Further flags. */
  public record ExtraArgs(
      @Doc("For kube-apiserver; they win over those Steward sets.") List<String> apiServer,
      @Doc("For kube-controller-manager; they win over those Steward sets.")
          List<String> controllerManager,
      @Doc("For kube-scheduler; those Steward sets win.") List<String> scheduler,
      @Doc("For kine; they win except over the address of the store.") List<String> kine)
      implements Wire {

    public ExtraArgs {
      apiServer = Wire.list(apiServer);
      controllerManager = Wire.list(controllerManager);
      scheduler = Wire.list(scheduler);
      kine = Wire.list(kine);
    }
  }

  /** Mounts in the control plane's own containers. */
  public record ExtraMounts(
      @Open @Doc("For kube-apiserver (Kubernetes VolumeMount).") List<JsonNode> apiServer,
      @Open @Doc("For kube-controller-manager (Kubernetes VolumeMount).")
          List<JsonNode> controllerManager,
      @Open @Doc("For kube-scheduler (Kubernetes VolumeMount).") List<JsonNode> scheduler)
      implements Wire {

    public ExtraMounts {
      apiServer = Wire.list(apiServer);
      controllerManager = Wire.list(controllerManager);
      scheduler = Wire.list(scheduler);
    }
  }
}
