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

/** A simulated worker. */
@Group("infrastructure.cluster.x-k8s.io")
@Version("v1alpha1")
@Plural("localmachines")
@ShortNames("lm")
@CrdLabel(key = "cluster.x-k8s.io/v1beta2", value = "v1alpha1")
@Doc(
    "A simulated worker: it joins with its real bootstrap data and then plays the part of a"
        + " kubelet, without running any container.")
@Column(name = "Cluster", path = ".metadata.labels['cluster\\.x-k8s\\.io/cluster-name']")
@Column(name = "Node", path = ".status.nodeName")
@Column(name = "Provisioned", type = "boolean", path = ".status.initialization.provisioned")
@Column(name = "Simulated", type = "boolean", path = ".status.simulated")
@Column(name = "ProviderID", path = ".spec.providerID", priority = 1)
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class LocalMachine extends Resource<LocalMachineSpec, LocalMachineStatus>
    implements Namespaced {}
