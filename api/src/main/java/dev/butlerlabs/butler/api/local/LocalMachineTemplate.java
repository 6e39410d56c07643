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

/** From what Cluster API makes simulated workers. */
@Group("infrastructure.cluster.x-k8s.io")
@Version("v1alpha1")
@Plural("localmachinetemplates")
@ShortNames("lmt")
@CrdLabel(key = "cluster.x-k8s.io/v1beta2", value = "v1alpha1")
@Doc("From what Cluster API makes a LocalMachine for each Machine of a MachineDeployment.")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class LocalMachineTemplate extends Resource<LocalMachineTemplateSpec, Void>
    implements Namespaced {}
