package dev.butlerlabs.butler.api.addons;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What of an addon is installed. */
public record TenantAddonStatus(
    @Doc("Pending, Installing, Installed, Upgrading, Degraded, Failed, or Deleting.")
        @Nullable Phase phase,
    @Doc("Why the phase is what it is.") @Nullable String message,
    @Doc("Version of the chart that is installed.") @Nullable String installedVersion,
    @Doc("The Helm release in the tenant cluster.") @Nullable HelmRelease helmRelease,
    @Doc(
            "Fingerprint of the OpenPGP key that signed the chart which is installed. Left out: its"
                + " signature was not asked for then.")
        @Nullable String signedBy,
    @Doc("Hash of what was installed last. Helm runs again only when something else is wanted.")
        @Nullable String appliedHash,
    @Doc("Hash of the objects that the release consists of, by which drift is told.")
        @Nullable String manifestHash,
    @Doc("Workloads of the release by which its health is told: kind, namespace, name.")
        List<String> workloads,
    @Doc(
            "Releases of charts that had to be there first and go with the addon, as"
                + " namespace/name.")
        List<String> prerequisiteReleases,
    @Doc(
            "What the catalog offers beyond what is installed, or what taking over the release of"
                + " somebody else would change. Left out: nothing.")
        @Nullable PendingUpgrade pendingUpgrade,
    @Doc("Since when the phase has been what it is.") @Nullable Instant lastTransitionTime,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type")
        @Doc("Whether the cluster is ready and the addon installed and healthy, and why.")
        List<Condition> conditions)
    implements Wire {

  public TenantAddonStatus {
    workloads = Wire.list(workloads);
    prerequisiteReleases = Wire.list(prerequisiteReleases);
    conditions = Wire.list(conditions);
  }

  /** The life of an addon. */
  public enum Phase {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Installing")
    INSTALLING,
    @JsonProperty("Installed")
    INSTALLED,
    @JsonProperty("Upgrading")
    UPGRADING,
    @JsonProperty("Degraded")
    DEGRADED,
    @JsonProperty("Failed")
    FAILED,
    @JsonProperty("Deleting")
    DELETING
  }
}
