package dev.butlerlabs.butler.api.addons;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** An addon on a tenant cluster. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("tenantaddons")
@ShortNames("ta")
@Doc(
    "An addon on a tenant cluster, from the catalog or from any Helm chart. Deleting it uninstalls"
        + " the addon.")
@Column(name = "Cluster", path = ".spec.clusterRef.name")
@Column(name = "Addon", path = ".spec.addon")
@Column(name = "Version", path = ".spec.version")
@Column(name = "Phase", path = ".status.phase")
@Column(name = "Installed", path = ".status.installedVersion")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class TenantAddon extends Resource<TenantAddonSpec, TenantAddonStatus>
    implements Namespaced {}
