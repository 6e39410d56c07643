package dev.butlerlabs.butler.api.infra;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** One virtual machine, asked of one infrastructure. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("machinerequests")
@ShortNames("mr")
@Doc(
    "Asks one infrastructure for one virtual machine. The bootstrap of a management cluster makes"
        + " these; deleting one deletes the machine.")
@Column(name = "Machine", path = ".spec.machineName")
@Column(name = "Role", path = ".spec.role")
@Column(name = "Phase", path = ".status.phase")
@Column(name = "IP", path = ".status.ipAddress")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class MachineRequest extends Resource<MachineRequestSpec, MachineRequestStatus>
    implements Namespaced {}
