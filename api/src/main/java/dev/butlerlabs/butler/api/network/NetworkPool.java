package dev.butlerlabs.butler.api.network;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A range of addresses that tenants are served from. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("networkpools")
@ShortNames("np")
@Doc(
    "A range of IP addresses from which tenant clusters get addresses for their nodes and load"
        + " balancers. No address is ever held by two owners.")
@Column(name = "CIDR", path = ".spec.cidr")
@Column(name = "Available", type = "integer", path = ".status.availableIPs")
@Column(name = "Allocated", type = "integer", path = ".status.allocatedIPs")
@Column(name = "Total", type = "integer", path = ".status.totalIPs")
@Column(name = "Ready", path = ".status.conditions[?(@.type==\"Ready\")].status")
@Column(name = "Room", path = ".status.conditions[?(@.type==\"CapacityExhausted\")].reason")
@Column(name = "Resting", type = "integer", path = ".status.restingIPs", priority = 1)
@Column(name = "Largest", type = "integer", path = ".status.largestFreeBlock", priority = 1)
@Column(name = "Fragmented", type = "integer", path = ".status.fragmentationPercent", priority = 1)
@Column(name = "Reason", path = ".status.conditions[?(@.type==\"Ready\")].reason", priority = 1)
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class NetworkPool extends Resource<NetworkPoolSpec, NetworkPoolStatus>
    implements Namespaced {}
