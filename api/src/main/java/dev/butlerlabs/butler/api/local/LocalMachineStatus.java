package dev.butlerlabs.butler.api.local;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.ListType;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Condition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What Cluster API wants to know about a machine. */
public record LocalMachineStatus(
    @Doc("First steps that are taken once.") @Nullable Initialization initialization,
    @ListType("atomic") @Doc("Addresses of the machine.") List<Address> addresses,
    @Doc("Failure domain the machine stands in.") @Nullable String failureDomain,
    @Doc("Name of the machine's Node once it has joined.") @Nullable String nodeName,
    @Doc("Always true: no container runs on this machine.") @Nullable Boolean simulated,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the machine is ready or paused, what is awaited, and why.")
        List<Condition> conditions)
    implements Wire {

  public LocalMachineStatus {
    addresses = Wire.list(addresses);
    conditions = Wire.list(conditions);
  }

  /** One address. */
  public record Address(
      @Required
          @Doc("What the address is: Hostname, InternalIP, ExternalIP, InternalDNS or ExternalDNS.")
          String type,
      @Required @Doc("The address.") String address)
      implements Wire {}
}
