package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Rule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A management cluster to be built from nothing. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("clusterbootstraps")
@ShortNames("cb")
@Doc(
    "A management cluster to be built from nothing: machines on an infrastructure, Talos, and the"
        + " addons that make it a Butler platform.")
@Column(name = "Cluster", path = ".spec.cluster.name")
@Column(name = "Topology", path = ".spec.cluster.topology")
@Column(name = "Phase", path = ".status.phase")
@Column(name = "Endpoint", path = ".status.controlPlaneEndpoint")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
@Rule(
    value =
        "!has(self.spec) || !has(self.spec.controlPlaneExposure) ||"
            + " self.spec.controlPlaneExposure.mode != 'Ingress' ||"
            + " (has(self.spec.controlPlaneExposure.hostname) &&"
            + " self.spec.controlPlaneExposure.hostname != '')",
    message = "hostname is required when controlPlaneExposure.mode is Ingress",
    fieldPath = ".spec.controlPlaneExposure.hostname")
@Rule(
    value =
        "!has(self.spec) || !has(self.spec.controlPlaneExposure) ||"
            + " self.spec.controlPlaneExposure.mode != 'Gateway' ||"
            + " (has(self.spec.controlPlaneExposure.hostname) &&"
            + " self.spec.controlPlaneExposure.hostname != '')",
    message = "hostname is required when controlPlaneExposure.mode is Gateway",
    fieldPath = ".spec.controlPlaneExposure.hostname")
@Rule(
    value =
        "!has(self.spec) || !has(self.spec.controlPlaneExposure) ||"
            + " self.spec.controlPlaneExposure.mode != 'Gateway' ||"
            + " (has(self.spec.controlPlaneExposure.gatewayRef) &&"
            + " self.spec.controlPlaneExposure.gatewayRef != '')",
    message = "gatewayRef is required when controlPlaneExposure.mode is Gateway",
    fieldPath = ".spec.controlPlaneExposure.gatewayRef")
public final class ClusterBootstrap extends Resource<ClusterBootstrapSpec, ClusterBootstrapStatus>
    implements Namespaced {}
