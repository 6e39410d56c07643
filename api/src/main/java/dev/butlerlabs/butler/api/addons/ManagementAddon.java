package dev.butlerlabs.butler.api.addons;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Rule;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** An addon on the management cluster. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("managementaddons")
@ShortNames({"ma", "maddon"})
@Doc(
    "An addon from the catalog on the management cluster itself. Its name is the name of the Helm"
        + " release; deleting it uninstalls the addon.")
@Rule(
    value = "oldSelf.hasValue() || size(self.metadata.name) <= 53",
    message =
        "the name becomes the name of a Helm release, which has at most 53 characters: choose a"
            + " shorter name",
    optionalOldSelf = true)
@Column(name = "Addon", path = ".spec.addon")
@Column(name = "Version", path = ".spec.version")
@Column(name = "Phase", path = ".status.phase")
@Column(name = "Installed", path = ".status.installedVersion")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class ManagementAddon extends Resource<ManagementAddonSpec, ManagementAddonStatus> {}
