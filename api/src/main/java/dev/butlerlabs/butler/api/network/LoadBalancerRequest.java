package dev.butlerlabs.butler.api.network;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A cloud load balancer in front of the API servers of a management cluster. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("loadbalancerrequests")
@ShortNames("lbr")
@Doc(
    "Asks a cloud for a TCP load balancer in front of the API servers of a management cluster. It"
        + " plays no part in the addresses of tenant clusters.")
@Column(name = "Cluster", path = ".spec.clusterName")
@Column(name = "Phase", path = ".status.phase")
@Column(name = "Endpoint", path = ".status.endpoint")
@Column(name = "Targets", type = "integer", path = ".status.registeredTargets")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class LoadBalancerRequest
    extends Resource<LoadBalancerRequestSpec, LoadBalancerRequestStatus> implements Namespaced {}
