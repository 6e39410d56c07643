package dev.butlerlabs.butler.api.tenancy;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** What may be chosen when a cluster is created. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("clustercreationpolicies")
@ShortNames("ccp")
@Doc(
    "What may be chosen when a cluster is created: images, networks, clusters and storage of a"
        + " provider, for everybody, one team, or one environment of a team. The narrowest policy"
        + " with a rule for an option counts; policies do not add up.")
@Column(name = "Team", path = ".spec.scope.team.teamRef.name")
@Column(name = "Env", path = ".spec.scope.teamAndEnvironment.environmentName")
@Column(name = "Providers", path = ".spec.targetProviders")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class ClusterCreationPolicy
    extends Resource<ClusterCreationPolicySpec, ClusterCreationPolicyStatus> {}
