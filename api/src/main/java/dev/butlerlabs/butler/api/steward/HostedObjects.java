package dev.butlerlabs.butler.api.steward;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.ListType;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Required;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Objects of the management cluster that make up a control plane. */
public record HostedObjects(
    @Doc("Which version runs, and how it does.") @Nullable VersionStatus version,
    @Doc("The Deployment of the pods.") @Nullable DeploymentStatus deployment,
    @Doc("The Service in front of the pods.") @Nullable ServiceStatus service,
    @Doc("The Ingress, when there is one.") @Nullable IngressStatus ingress,
    @Doc("The route at a Gateway, when there is one.") @Nullable RouteStatus gateway)
    implements Wire {

  /** Which version runs. */
  public record VersionStatus(
      @Doc("Kubernetes version that was rolled out last.") @Nullable String version,
      @Default("Provisioning") @Doc("One word for the state of the control plane.")
          @Nullable Phase status)
      implements Wire {}

  /** One word for the state of a control plane. */
  public enum Phase {
    @JsonProperty("Unknown")
    UNKNOWN,
    @JsonProperty("Provisioning")
    PROVISIONING,
    @JsonProperty("CertificateAuthorityRotating")
    CERTIFICATE_AUTHORITY_ROTATING,
    @JsonProperty("Upgrading")
    UPGRADING,
    @JsonProperty("Migrating")
    MIGRATING,
    @JsonProperty("Ready")
    READY,
    @JsonProperty("NotReady")
    NOT_READY,
    @JsonProperty("Sleeping")
    SLEEPING,
    @JsonProperty("WriteLimited")
    WRITE_LIMITED
  }

  /** The Deployment's own status, with where it is. */
  public record DeploymentStatus(
      @Required @Doc("Name of the Deployment.") String name,
      @Required @Doc("Namespace of the Deployment.") String namespace,
      @Required @Doc("Label selector of the pods, as text.") String selector,
      @Doc("When the Deployment last changed.") @Nullable Instant lastUpdate,
      @Doc("Generation of the Deployment that its status speaks of.")
          @Nullable Long observedGeneration,
      @Doc("Number of pods.") @Nullable Integer replicas,
      @Doc("Number of pods of the newest template.") @Nullable Integer updatedReplicas,
      @Doc("Number of pods that are ready.") @Nullable Integer readyReplicas,
      @Doc("Number of pods that have been ready for long enough.")
          @Nullable Integer availableReplicas,
      @Doc("Number of pods that are still missing.") @Nullable Integer unavailableReplicas,
      @Doc("Number of pods that are stopping.") @Nullable Integer terminatingReplicas,
      @Doc("How often a name for a set of pods was taken already.")
          @Nullable Integer collisionCount,
      @MapKey("type") @Doc("Conditions of the Deployment.") List<DeploymentCondition> conditions)
      implements Wire {

    public DeploymentStatus {
      conditions = Wire.list(conditions);
    }
  }

  /** A condition as Deployments have it. */
  public record DeploymentCondition(
      @Required @Doc("What the fact is about, for example Available.") String type,
      @Required @Doc("True, False or Unknown.") String status,
      @Doc("One word for programs: why.") @Nullable String reason,
      @Doc("One sentence for people: why.") @Nullable String message,
      @Doc("When somebody last looked.") @Nullable Instant lastUpdateTime,
      @Doc("Since when the status has been what it is.") @Nullable Instant lastTransitionTime)
      implements Wire {}

  /** The Ingress' own status, with where it is. */
  public record IngressStatus(
      @Required @Doc("Name of the Ingress.") String name,
      @Required @Doc("Namespace of the Ingress.") String namespace,
      @Doc("Where the Ingress is reached.") @Nullable IngressBalancer loadBalancer)
      implements Wire {}

  /** Where an Ingress is reached. */
  public record IngressBalancer(
      @ListType("atomic") @Doc("Its addresses.") List<IngressPoint> ingress) implements Wire {

    public IngressBalancer {
      ingress = Wire.list(ingress);
    }
  }

  /** One address of an Ingress. */
  public record IngressPoint(
      @Doc("The address, when it is an IP.") @Nullable String ip,
      @Doc("The address, when it is a name.") @Nullable String hostname,
      @ListType("atomic") @Doc("State of its ports.") List<ServiceStatus.PortStatus> ports)
      implements Wire {

    public IngressPoint {
      ports = Wire.list(ports);
    }
  }
}
