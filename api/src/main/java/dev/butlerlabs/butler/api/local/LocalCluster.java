package dev.butlerlabs.butler.api.local;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.CrdLabel;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A cluster's share of the machine the platform runs on. */
@Group("infrastructure.cluster.x-k8s.io")
@Version("v1alpha1")
@Plural("localclusters")
@ShortNames("lc")
@CrdLabel(key = "cluster.x-k8s.io/v1beta2", value = "v1alpha1")
@Doc(
    "Infrastructure of a cluster whose workers are simulated on the machine the platform runs on."
        + " Paused by the annotation cluster.x-k8s.io/paused or by its Cluster.")
@Column(name = "Cluster", path = ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']")
@Column(name = "Provisioned", type = "boolean", path = ".status.initialization.provisioned")
@Column(name = "Endpoint", path = ".spec.controlPlaneEndpoint.host", priority = 1)
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class LocalCluster extends Resource<LocalClusterSpec, LocalClusterStatus>
    implements Namespaced {}
