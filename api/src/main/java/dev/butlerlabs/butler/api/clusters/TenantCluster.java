package dev.butlerlabs.butler.api.clusters;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Edits;
import dev.butlerlabs.butler.api.schema.Rule;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A Kubernetes cluster for a team: hosted control plane, workers, addons. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("tenantclusters")
@ShortNames("tc")
@Doc(
    "A Kubernetes cluster for a team: a control plane hosted by Butler, workers on an"
        + " infrastructure, and addons. Everything may be left out; environment, team and platform"
        + " say the rest.")
@Column(name = "Phase", path = ".status.phase")
@Column(name = "K8s Version", path = ".spec.kubernetesVersion")
@Column(name = "Workers", path = ".status.observedState.workers.ready")
@Column(name = "Endpoint", path = ".status.controlPlaneEndpoint")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
@Rule(
    value = "oldSelf.hasValue() || size(self.metadata.name) <= 54",
    optionalOldSelf = true,
    message =
        "metadata.name is too long: at most 54 characters, so that the cluster's namespace (name"
            + " and nine more) stays within 63; choose a shorter name")
@Rule(
    value = "oldSelf.hasValue() || self.metadata.name.matches('^[a-z]([-a-z0-9]*[a-z0-9])?$')",
    optionalOldSelf = true,
    message =
        "metadata.name must begin with a letter and hold only lower-case letters, digits and"
            + " dashes, because namespaces and Services are named after it")
@Rule(
    value =
        "!has(self.spec) || !has(self.spec.workerPools) || self.spec.workerPools.all(p,"
            + " size(self.metadata.name) + size(p.name) <= 62)",
    message =
        "the name of the cluster and the name of a worker pool are too long together: at most 62"
            + " characters, because machines are named after both; shorten the pool's name")
@Rule(
    value =
        "!has(oldSelf.status) || !has(oldSelf.status.effective) ||"
            + " !has(oldSelf.status.effective.providerConfigRef) || !has(self.spec) ||"
            + " !has(self.spec.providerConfigRef) || (self.spec.providerConfigRef.name =="
            + " oldSelf.status.effective.providerConfigRef.name &&"
            + " ((has(self.spec.providerConfigRef.__namespace__) && self.spec.providerConfigRef.__namespace__"
            + " == oldSelf.status.effective.providerConfigRef.__namespace__) ||"
            + " ((!has(self.spec.providerConfigRef.__namespace__) ||"
            + " self.spec.providerConfigRef.__namespace__ == '') &&"
            + " oldSelf.status.effective.providerConfigRef.__namespace__ == 'butler-system')))",
    message =
        "spec.providerConfigRef must name the infrastructure that the cluster already runs on, see"
            + " status.effective.providerConfigRef; create another cluster to use another one")
@Edits("edits.tsv")
public final class TenantCluster extends Resource<TenantClusterSpec, TenantClusterStatus>
    implements Namespaced {}
