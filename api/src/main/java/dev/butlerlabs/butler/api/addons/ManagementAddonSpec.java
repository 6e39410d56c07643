package dev.butlerlabs.butler.api.addons;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Open;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is installed on the management cluster. */
public record ManagementAddonSpec(
    @Required
        @Length(min = 1)
        @Rule(
            value = "self == oldSelf",
            message =
                "which addon is installed cannot change: delete this ManagementAddon and create"
                    + " another one")
        @Doc("Name of the AddonDefinition; it cannot change.")
        String addon,
    @Doc(
            "Version of the chart. Left out or empty: the default that the AddonDefinition has when"
                + " it is first installed; whether a later default upgrades it says upgradePolicy.")
        @Nullable String version,
    @Open @Doc("Helm values, laid over those of the AddonDefinition, map by map.")
        @Nullable JsonNode values,
    @Doc("Leaves the addon as it is until this is removed. Left out: not paused.")
        @Nullable Boolean paused,
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

  public ManagementAddonSpec {
    patches = Wire.list(patches);
  }
}
