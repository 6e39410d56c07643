package dev.butlerlabs.butler.api.workspaces;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Rule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A place to write code inside a tenant cluster. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("workspaces")
@ShortNames("ws")
@Doc(
    "A place to write code inside a tenant cluster: a pod with a volume, reached over SSH. It stops"
        + " when it is not used and keeps its files.")
@Rule(
    value =
        "oldSelf.hasValue() || (size(self.metadata.name) <= 56 &&"
            + " !self.metadata.name.contains('.'))",
    message =
        "objects in the tenant cluster are named after the workspace: use at most 56 lower-case"
            + " letters, digits and dashes",
    optionalOldSelf = true)
@Column(name = "Phase", path = ".status.phase")
@Column(name = "Cluster", path = ".spec.clusterRef.name")
@Column(name = "Owner", path = ".spec.owner")
@Column(name = "Image", path = ".spec.image")
@Column(name = "Connected", type = "boolean", path = ".status.connected")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class Workspace extends Resource<WorkspaceSpec, WorkspaceStatus>
    implements Namespaced {}
