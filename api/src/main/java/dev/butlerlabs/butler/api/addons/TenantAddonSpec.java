package dev.butlerlabs.butler.api.addons;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Open;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is installed on which cluster. */
@Rule(
    value =
        "(has(self.addon) && self.addon != '') != has(self.helm) || (oldSelf.hasValue() &&"
            + " (has(oldSelf.value().addon) && oldSelf.value().addon != '') =="
            + " has(oldSelf.value().helm))",
    message =
        "say what to install in exactly one way: addon for a catalog entry, or helm for any chart",
    optionalOldSelf = true)
@Rule(
    value =
        "!has(oldSelf.addon) || oldSelf.addon == '' || (has(self.addon) && self.addon =="
            + " oldSelf.addon)",
    message =
        "which addon is installed cannot change: delete this TenantAddon and create another one",
    fieldPath = ".addon")
@Rule(
    value =
        "!has(self.deletionPolicy) || self.deletionPolicy != 'Orphan' || !has(self.leftovers) ||"
            + " self.leftovers == 'Keep'",
    message =
        "with deletionPolicy Orphan nothing is uninstalled, so nothing is purged: take leftovers or"
            + " deletionPolicy out",
    fieldPath = ".leftovers")
public record TenantAddonSpec(
    @Required
        @Rule(
            value = "self.name == oldSelf.name",
            message =
                "an addon stays on its cluster: delete this TenantAddon and create one for the"
                    + " other cluster")
        @Doc("TenantCluster in the same namespace that gets the addon; it cannot change.")
        LocalRef clusterRef,
    @Doc("Name of an AddonDefinition. Either this or helm; it cannot change.")
        @Nullable String addon,
    @Doc("Any Helm chart. Either this or addon.") @Nullable HelmChart helm,
    @Doc(
            "Version of the chart. Left out or empty: the default that the AddonDefinition has when"
                + " it is first installed; whether a later default upgrades it says upgradePolicy.")
        @Nullable String version,
    @Open @Doc("Helm values, laid over those of the AddonDefinition, map by map.")
        @Nullable JsonNode values,
    @Doc("TenantAddons in the same namespace that must be installed first.")
        List<LocalRef> dependsOn,
    @Doc(
            "What becomes of the release when the TenantAddon is deleted. Delete: it is uninstalled,"
                + " however long that takes. ForceAfter: the same, but it is left behind when"
                + " forceAfter is over. Orphan: it is left behind. Left out: Delete.")
        @Nullable DeletionPolicy deletionPolicy,
    @Pattern(TimeSpan.PATTERN)
        @Doc("How long uninstalling is tried with ForceAfter, such as 30m. Left out: 1h.")
        @Nullable String forceAfter,
    @Doc(
            "What becomes of objects of the release that somebody deletes or edits. Report: it is"
                + " told, and nothing is changed. Repair: they are made again as the release has"
                + " them. Left out: Report.")
        @Nullable DriftPolicy driftPolicy,
    @Doc(
            "When what the catalog offers is taken by itself, as long as version is left out. Left"
                + " out: never.")
        @Nullable UpgradePolicy upgradePolicy,
    @Items(max = 50)
        @Doc(
            "Changes to objects of the chart where its values do not reach, after those of the"
                + " AddonDefinition. What they make is the release: helm shows it so.")
        List<ObjectPatch> patches,
    @Doc(LeftoverPolicy.WORDS) @Nullable LeftoverPolicy leftovers)
    implements Wire {

  public TenantAddonSpec {
    dependsOn = Wire.list(dependsOn);
    patches = Wire.list(patches);
  }

  /** What becomes of a release whose addon is deleted. */
  public enum DeletionPolicy {
    @JsonProperty("Delete")
    DELETE,
    @JsonProperty("ForceAfter")
    FORCE_AFTER,
    @JsonProperty("Orphan")
    ORPHAN
  }

  /** A chart that is not in the catalog. */
  public record HelmChart(
      @Required @Doc("Address of the Helm repository.") String repository,
      @Required @Doc("Name of the chart in the repository.") String chart,
      @Doc("Name of the Helm release. Left out: the name of the TenantAddon.")
          @Nullable String releaseName,
      @Doc("Namespace it is installed in. Left out: the name of the TenantAddon.")
          @Nullable String namespace,
      @Default("true") @Doc("Creates the namespace when it is not there. Default: true.")
          @Nullable Boolean createNamespace,
      @Doc(
              "Secret in the same namespace for a repository that is not open: url (where it may be"
                  + " shown), username, password and, for an authority of one's own, ca.crt.")
          @Nullable LocalRef credentialsRef,
      @Doc(
              "By whom the chart has to be signed, with keys in the same namespace. Left out: by whom"
                  + " signedSources of the ButlerConfig says, if it says so.")
          @Nullable Provenance provenance,
      @Doc(CrdPolicy.WORDS) @Nullable CrdPolicy crds)
      implements Wire {}
}
