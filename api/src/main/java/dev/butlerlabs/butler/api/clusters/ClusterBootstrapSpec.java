package dev.butlerlabs.butler.api.clusters;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Addresses;
import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.ProviderRef;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.infra.ExtraDisk;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The management cluster somebody wants. */
public record ClusterBootstrapSpec(
    @Required
        @Rule(
            value = "self == oldSelf",
            message =
                "provider cannot change, because machines are already being made there; delete this"
                    + " ClusterBootstrap and create another")
        @Doc(
            "Kind of infrastructure: harvester, nutanix, proxmox, gcp, aws, azure or local. Cannot"
                + " change.")
        ProviderType provider,
    @Required @Doc("The ProviderConfig with the infrastructure's settings and credentials.")
        ProviderRef providerRef,
    @Required @Doc("Name and machines of the cluster.") Cluster cluster,
    @Required @Doc("Networks of the cluster.") Network network,
    @Required @Doc("The operating system of the machines, Talos Linux.") TalosInstall talos,
    @Doc("What is installed on top. Left out: all of it, as each addon's defaults say.")
        @Nullable BootstrapAddons addons,
    @Doc("How tenant API servers are reached; becomes the platform's setting.")
        @Nullable ControlPlaneExposure controlPlaneExposure,
    @Doc("True stops all work on this object until it is false again; false when left out.")
        @Nullable Boolean paused)
    implements Wire {

  /** Name and machines of a management cluster. */
  public record Cluster(
      @Required
          @Length(min = 1, max = 63)
          @Pattern("^[a-z0-9]([-a-z0-9]*[a-z0-9])?$")
          @Rule(
              value = "size(self) <= 54",
              message =
                  "the name is too long: at most 54 characters, so that machine names (name and up"
                      + " to nine more) stay within 63; choose a shorter name")
          @Rule(
              value = "self == oldSelf",
              message =
                  "cluster.name cannot change, because machines are named after it; delete this"
                      + " ClusterBootstrap and create another")
          @Doc(
              "Name of the cluster; machine names begin with it. Lower-case letters, digits and"
                  + " dashes, at most 54. Cannot change.")
          String name,
      @Default("ha")
          @Doc(
              "ha: control plane and workers apart. single-node: one machine does it all. ha when"
                  + " left out.")
          @Nullable Topology topology,
      @Required @Doc("Machines of the control plane.") NodePool controlPlane,
      @Doc("Machines of the workers; not looked at for single-node.") @Nullable NodePool workers)
      implements Wire {

    /** How many machines the cluster has. */
    public int machines() {
      if (topology == Topology.SINGLE_NODE) {
        return 1;
      }
      return controlPlane.replicas() + (workers == null ? 0 : workers.replicas());
    }
  }

  /** Shapes of a management cluster. */
  public enum Topology {
    @JsonProperty("single-node")
    SINGLE_NODE,
    @JsonProperty("ha")
    HA
  }

  /** A number of equal machines. */
  public record NodePool(
      @Required
          @Range(min = 1, max = 10)
          @Doc("Number of machines, 1 to 10; one for single-node whatever stands here.")
          Integer replicas,
      @Required @Range(min = 1, max = 128) @Doc("Virtual CPUs of each, 1 to 128.") Integer cpu,
      @Required @Range(min = 2048) @Doc("Memory of each in megabytes; at least 2048.")
          Integer memoryMB,
      @Required @Range(min = 20) @Doc("Root disk of each in gigabytes; at least 20.")
          Integer diskGB,
      @Doc("Disks beside the root disk.") List<ExtraDisk> extraDisks,
      @Doc("Labels put on the nodes and tags on the machines.") Map<String, String> labels)
      implements Wire {

    public NodePool {
      extraDisks = Wire.list(extraDisks);
      labels = Wire.map(labels);
    }
  }

  /** Networks of a management cluster. */
  public record Network(
      @Required
          @Pattern(Addresses.CIDR)
          @Rule(
              value = "self == oldSelf",
              message = "podCIDR cannot change, because every pod has an address of it")
          @Doc("Network of the pods in CIDR form, IPv4 or IPv6. Cannot change.")
          String podCIDR,
      @Required
          @Pattern(Addresses.CIDR)
          @Rule(
              value = "self == oldSelf",
              message = "serviceCIDR cannot change, because every Service has an address of it")
          @Doc("Network of the Services in CIDR form, IPv4 or IPv6. Cannot change.")
          String serviceCIDR,
      @Doc(
              "Where the API server is reached: a free address on premises, an address or DNS name"
                  + " in a cloud. May be left out in a cloud.")
          @Nullable String vip,
      @Doc("Network card that carries the vip. Left out: found by itself.")
          @Nullable String vipInterface,
      @Doc("Addresses for LoadBalancer Services; the vip does not lie inside.")
          @Nullable LoadBalancerPool loadBalancerPool)
      implements Wire {}

  /** From a first to a last address, both included. */
  @Rule(
      value = Addresses.ARE_ADDRESSES,
      message = "start and end must both be an IPv4 or IPv6 address")
  @Rule(value = Addresses.IN_ORDER, message = "end must not lie before start")
  public record LoadBalancerPool(
      @Required
          @Length(max = Addresses.LONGEST)
          @Pattern(Addresses.IP)
          @Doc("First address, IPv4 or IPv6.")
          String start,
      @Required
          @Length(max = Addresses.LONGEST)
          @Pattern(Addresses.IP)
          @Doc("Last address, included; not before start.")
          String end)
      implements Wire {}

  /** How Talos gets onto the machines. */
  public record TalosInstall(
      @Required @Pattern("^v[0-9]+\\.[0-9]+\\.[0-9]+$") @Doc("Talos version, for example v1.9.3.")
          String version,
      @Required @Doc("ID of the image factory's schematic.") String schematic,
      @Default("/dev/vda") @Doc("Device Talos is installed on; /dev/vda when left out.")
          @Nullable String installDisk,
      @Doc("Changes to the generated machine configuration, made in this order.")
          List<ConfigPatch> configPatches)
      implements Wire {

    public TalosInstall {
      configPatches = Wire.list(configPatches);
    }
  }

  /** One change to a machine configuration, as in RFC 6902. */
  public record ConfigPatch(
      @Required @Doc("What is done: add, remove or replace.") PatchOperation op,
      @Required @Doc("Where, as a JSON pointer, for example /machine/network.") String path,
      @Doc("The new value as JSON text; not used by remove.") @Nullable String value)
      implements Wire {}

  /** Kinds of changes. */
  public enum PatchOperation {
    @JsonProperty("add")
    ADD,
    @JsonProperty("remove")
    REMOVE,
    @JsonProperty("replace")
    REPLACE
  }
}
