package dev.butlerlabs.butler.api.controlplane;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Category;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.CrdLabel;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Scale;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** The hosted control plane of a Cluster API cluster. */
@Group("controlplane.cluster.x-k8s.io")
@Version("v1alpha1")
@Plural("stewardcontrolplanes")
@ShortNames("stcp")
@Category("steward")
@CrdLabel(key = "cluster.x-k8s.io/v1beta1", value = "v1alpha1")
@CrdLabel(key = "cluster.x-k8s.io/v1beta2", value = "v1alpha1")
@Doc(
    "The control plane of a Cluster API cluster, hosted as pods of this cluster through a"
        + " TenantControlPlane of the same name.")
@Scale(
    specPath = ".spec.replicas",
    statusPath = ".status.replicas",
    selectorPath = ".status.selector")
@Column(name = "Version", path = ".spec.version")
@Column(name = "Initialized", type = "boolean", path = ".status.initialized")
@Column(name = "Ready", type = "boolean", path = ".status.ready")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class StewardControlPlane
    extends Resource<StewardControlPlaneSpec, StewardControlPlaneStatus> implements Namespaced {}
