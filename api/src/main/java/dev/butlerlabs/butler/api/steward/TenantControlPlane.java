package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Category;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Rule;
import dev.butlerlabs.butler.api.schema.Scale;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A tenant's control plane, hosted as pods of the management cluster. */
@Group("steward.butlerlabs.dev")
@Version("v1alpha1")
@Plural("tenantcontrolplanes")
@ShortNames("tcp")
@Category("steward")
@Doc(
    "A tenant's Kubernetes control plane that runs as pods of this cluster, with its data in a"
        + " DataStore shared with other tenants.")
@Rule(
    value =
        "oldSelf.hasValue() || (self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$') &&"
            + " size(self.metadata.name) <= 63)",
    optionalOldSelf = true,
    message =
        "the name is also the name of a Service: start with a letter, use lower case letters,"
            + " digits and dashes, at most 63 of them")
@Scale(
    specPath = ".spec.controlPlane.deployment.replicas",
    statusPath = ".status.kubernetesResources.deployment.replicas",
    selectorPath = ".status.kubernetesResources.deployment.selector")
@Column(name = "Version", path = ".spec.kubernetes.version")
@Column(name = "Installed Version", path = ".status.kubernetesResources.version.version")
@Column(name = "Status", path = ".status.kubernetesResources.version.status")
@Column(name = "Control-Plane endpoint", path = ".status.controlPlaneEndpoint")
@Column(name = "Kubeconfig", path = ".status.kubeconfig.admin.secretName")
@Column(name = "Datastore", path = ".status.storage.dataStoreName")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class TenantControlPlane
    extends Resource<TenantControlPlaneSpec, TenantControlPlaneStatus> implements Namespaced {}
