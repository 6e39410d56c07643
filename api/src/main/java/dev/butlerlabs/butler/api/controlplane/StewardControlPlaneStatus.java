package dev.butlerlabs.butler.api.controlplane;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What Cluster API wants to know about a control plane, in both contract shapes. */
public record StewardControlPlaneStatus(
    @Doc("First steps that are taken once (contract v1beta2).")
        @Nullable Initialization initialization,
    @Required @Doc("Whether the API server has answered once (contract v1beta1).")
        boolean initialized,
    @Required @Doc("Whether the API server answers now (contract v1beta1).") boolean ready,
    @Required @Doc("Number of pods.") int replicas,
    @Required @Doc("Number of pods that are ready.") int readyReplicas,
    @Doc("Number of pods that have been ready for long enough (contract v1beta2).")
        @Nullable Integer availableReplicas,
    @Doc("Number of pods of the newest template (contract v1beta2).")
        @Nullable Integer upToDateReplicas,
    @Required @Doc("Number of pods of the newest template (contract v1beta1).") int updatedReplicas,
    @Required @Doc("Number of pods that are still missing (contract v1beta1).")
        int unavailableReplicas,
    @Required @Doc("Label selector of the pods, as text.") String selector,
    @Required @Doc("Kubernetes version that runs everywhere in the control plane.") String version,
    @Required
        @Default("true")
        @Doc("Always true: there are no Nodes of the control plane inside the cluster.")
        Boolean externalManagedControlPlane,
    @Doc("One word for what only people can repair (contract v1beta1).")
        @Nullable String failureReason,
    @Doc("What only people can repair, in a sentence (contract v1beta1).")
        @Nullable String failureMessage,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @Doc("Whether the control plane is usable, what is awaited, and why.")
        List<Condition> conditions)
    implements Wire {

  public StewardControlPlaneStatus {
    conditions = Wire.list(conditions);
  }

  /** First steps. */
  public record Initialization(
      @Doc("True once the API server has answered; it stays true.")
          @Nullable Boolean controlPlaneInitialized)
      implements Wire {}
}
