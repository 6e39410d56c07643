package dev.butlerlabs.butler.api.workspaces;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a workspace runs and how it is reached. */
public record WorkspaceStatus(
    @Doc("Pending, Creating, Running, Starting, Stopped, or Failed.") @Nullable Phase phase,
    @Doc("Whether the way in is open.") @Nullable Boolean connected,
    @Doc("Where to connect with SSH, written host:port.") @Nullable String sshEndpoint,
    @Doc("Pod in the tenant cluster.") @Nullable String podName,
    @Doc("PersistentVolumeClaim in the tenant cluster.") @Nullable String pvcName,
    @Doc("Service in the tenant cluster that SSH goes through.") @Nullable String serviceName,
    @Doc("When somebody last connected.") @Nullable Instant lastActivityTime,
    @Doc("When the last connection ended.") @Nullable Instant lastDisconnectTime,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether volume, pod, repositories and SSH are ready, and why.")
        List<Condition> conditions)
    implements Wire {

  public WorkspaceStatus {
    conditions = Wire.list(conditions);
  }

  /** The life of a workspace. */
  public enum Phase {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Creating")
    CREATING,
    @JsonProperty("Running")
    RUNNING,
    @JsonProperty("Starting")
    STARTING,
    @JsonProperty("Stopped")
    STOPPED,
    @JsonProperty("Failed")
    FAILED
  }
}
