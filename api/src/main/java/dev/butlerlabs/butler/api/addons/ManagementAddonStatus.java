package dev.butlerlabs.butler.api.addons;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.kernel.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What of a management addon is installed. */
public record ManagementAddonStatus(
    @Doc("Pending, Installing, Installed, Upgrading, Failed, or Uninstalling.")
        @Nullable Phase phase,
    @Doc("Why the phase is what it is.") @Nullable String message,
    @Doc("Version of the chart that is installed.") @Nullable String installedVersion,
    @Doc("Version of the chart that was tried last.") @Nullable String lastAttemptedVersion,
    @Doc("The Helm release in the management cluster.") @Nullable HelmRelease helmRelease,
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
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @Doc("Whether the addon is installed and healthy, and why.") List<Condition> conditions)
    implements Wire {

  public ManagementAddonStatus {
    workloads = Wire.list(workloads);
    prerequisiteReleases = Wire.list(prerequisiteReleases);
    conditions = Wire.list(conditions);
  }

  /** The life of a management addon. */
  public enum Phase {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Installing")
    INSTALLING,
    @JsonProperty("Installed")
    INSTALLED,
    @JsonProperty("Upgrading")
    UPGRADING,
    @JsonProperty("Failed")
    FAILED,
    @JsonProperty("Uninstalling")
    UNINSTALLING
  }
}
