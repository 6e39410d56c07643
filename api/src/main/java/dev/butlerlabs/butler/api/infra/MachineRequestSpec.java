package dev.butlerlabs.butler.api.infra;

import dev.butlerlabs.butler.api.ProviderRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Which machine is wanted, where, and what it starts with. */
public record MachineRequestSpec(
    @Required
        @Rule(
            value = "self == oldSelf",
            message =
                "providerRef cannot change, because the machine could never be deleted again;"
                    + " delete this MachineRequest and create another")
        @Doc("The ProviderConfig of the infrastructure. Cannot change.")
        ProviderRef providerRef,
    @Required
        @Length(min = 1, max = 63)
        @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")
        @Rule(
            value = "self == oldSelf",
            message =
                "machineName cannot change, because the machine is found again by its name; delete"
                    + " this MachineRequest and create another")
        @Doc(
            "Name of the machine, unique on the infrastructure: lower-case letters, digits and"
                + " dashes, at most 63. Cannot change.")
        String machineName,
    @Required
        @Rule(
            value = "self == oldSelf",
            message =
                "role cannot change, because the machine was started for it; delete this"
                    + " MachineRequest and create another")
        @Doc("What the machine is for: control-plane or worker. Cannot change.")
        MachineRole role,
    @Required @Range(min = 1, max = 128) @Doc("Virtual CPUs, 1 to 128.") Integer cpu,
    @Required @Range(min = 1024) @Doc("Memory in megabytes; at least 1024.") Integer memoryMB,
    @Required @Range(min = 10) @Doc("Root disk in gigabytes; at least 10.") Integer diskGB,
    @Doc("Disks beside the root disk.") List<ExtraDisk> extraDisks,
    @Doc(
            "Image the machine starts from, in the infrastructure's own terms: Harvester"
                + " namespace/name, Nutanix UUID, Proxmox template, AMI, and so on. Left out: the"
                + " one of the ProviderConfig.")
        @Nullable String image,
    @Doc("Configuration the machine reads when it starts: cloud-init or Talos.")
        @Nullable String userData,
    @Doc(
            "Network configuration the machine reads when it starts, in cloud-init's form. Wins"
                + " over address.")
        @Nullable String networkData,
    @Rule(
            value = "self == oldSelf",
            message =
                "address cannot change, because the machine was made with it; delete this"
                    + " MachineRequest and create another")
        @Doc(
            "The address of the machine. Left out: the network it is on gives it one. Cannot"
                + " change.")
        @Nullable Address address,
    @Doc("Tags put on the machine where the infrastructure has tags.") Map<String, String> labels)
    implements Wire {

  public MachineRequestSpec {
    extraDisks = Wire.list(extraDisks);
    labels = Wire.map(labels);
  }

  /** An address that is given, with the network around it. */
  public record Address(
      @Required
          @Pattern(IPV4 + "/([12]?[0-9]|3[0-2])$")
          @Doc("IPv4 address with the length of its network, for example 10.0.0.5/24.")
          String cidr,
      @Required
          @Pattern(IPV4 + "$")
          @Doc("Router of that network, for example 10.0.0.1; on a cloud, the one it chose.")
          String gateway,
      @Doc("DNS servers. Left out: what the network says; on AWS and Google Cloud always that.")
          List<String> dnsServers)
      implements Wire {

    static final String IPV4 =
        "^((25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])\\.){3}(25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";

    public Address {
      dnsServers = Wire.list(dnsServers);
    }
  }
}
