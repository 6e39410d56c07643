package dev.butlerlabs.butler.api.network;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Rule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A claim of one tenant cluster on addresses of one pool, and what it was given. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("ipallocations")
@ShortNames("ipa")
@Doc(
    "A claim on a block of addresses of one NetworkPool for one tenant cluster, and the block it"
        + " was given. Butler makes these itself; write one by hand only to pin addresses.")
@Column(name = "Pool", path = ".spec.poolRef.name")
@Column(name = "Cluster", path = ".spec.tenantClusterRef.name")
@Column(name = "Type", path = ".spec.type")
@Column(name = "Phase", path = ".status.phase")
@Column(name = "Start", path = ".status.startAddress")
@Column(name = "End", path = ".status.endAddress")
@Column(name = "Reason", path = ".status.conditions[?(@.type==\"Ready\")].reason")
@Column(name = "Cluster namespace", path = ".spec.tenantClusterRef.namespace", priority = 1)
@Column(name = "Count", type = "integer", path = ".status.allocatedCount", priority = 1)
@Column(name = "Unused since", type = "date", path = ".status.unusedSince", priority = 1)
@Column(name = "Released", type = "date", path = ".status.releasedAt", priority = 1)
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
@Rule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.phase) || !(oldSelf.status.phase in"
            + " ['Allocated', 'Releasing', 'Released']) || !has(oldSelf.spec) || (has(self.spec) &&"
            + " (has(self.spec.count) ? self.spec.count : 0) == (has(oldSelf.spec.count) ?"
            + " oldSelf.spec.count : 0))",
    message =
        "spec.count can no longer change, because the addresses are already given out; create"
            + " another IPAllocation for more addresses",
    fieldPath = ".spec.count")
public final class IPAllocation extends Resource<IPAllocationSpec, IPAllocationStatus>
    implements Namespaced {}
