package dev.butlerlabs.butler.api.tenancy;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Rule;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** People who share clusters, a namespace and a quota. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("teams")
@ShortNames("tm")
@Doc(
    "People who share clusters: a namespace, an access list, a quota, defaults for new clusters,"
        + " and environments such as dev and prod.")
@Rule(
    value =
        "oldSelf.hasValue() || (size(self.metadata.name) <= 63 &&"
            + " !self.metadata.name.contains('.'))",
    message =
        "a team's name becomes the name of its namespace: use at most 63 lower-case letters,"
            + " digits and dashes",
    optionalOldSelf = true)
@Rule(
    value =
        "oldSelf.hasValue() || !(self.metadata.name in ['default', 'kube-system', 'kube-public',"
            + " 'kube-node-lease', 'butler-system', 'butler-tenants'])",
    message =
        "this name belongs to a namespace of the system, and a team gets a namespace of its own:"
            + " choose another name",
    optionalOldSelf = true)
@Column(name = "Display Name", path = ".spec.displayName")
@Column(name = "Phase", path = ".status.phase")
@Column(name = "Namespace", path = ".status.namespace")
@Column(name = "Clusters", type = "integer", path = ".status.clusterCount")
@Column(name = "Quota", path = ".status.quotaStatus")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class Team extends Resource<TeamSpec, TeamStatus> {}
