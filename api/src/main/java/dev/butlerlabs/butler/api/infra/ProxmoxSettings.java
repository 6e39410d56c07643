package dev.butlerlabs.butler.api.infra;

import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A Proxmox VE cluster. */
public record ProxmoxSettings(
    @Doc("Another place for spec.credentialsRef; the Secret holds a user or an API token.")
        @Nullable SecretRef credentialsRef,
    @Required
        @Pattern("^https?://")
        @Doc("URL of the Proxmox API, for example https://pve.example.com:8006.")
        String endpoint,
    @Default("false")
        @Doc("True turns off checking of the TLS certificate. For tests only; false when left out.")
        @Nullable Boolean insecure,
    @Required @Items(min = 1) @Doc("Proxmox nodes that machines may be placed on; at least one.")
        List<String> nodes,
    @Required @Doc("Storage that disks are made on.") String storage,
    @Doc("ID of the template that machines are cloned from.") @Nullable Integer templateID,
    @Doc("IDs that new machines may get. Left out: Proxmox chooses.") @Nullable VmidRange vmidRange,
    @Doc("Bridge that machines are attached to, for example vmbr0. Left out: the template's.")
        @Nullable String bridge,
    @Range(min = 1, max = 4094) @Doc("VLAN of the machines on that bridge. Left out: untagged.")
        @Nullable Integer vlan)
    implements Wire {

  public ProxmoxSettings {
    nodes = Wire.list(nodes);
  }

  /** From a first to a last machine ID, both included. */
  @Rule(value = "self.start <= self.end", message = "end must not be below start")
  public record VmidRange(
      @Required @Range(min = 100) @Doc("First ID; at least 100.") Integer start,
      @Required @Range(min = 100) @Doc("Last ID, included; not below start.") Integer end)
      implements Wire {}
}
