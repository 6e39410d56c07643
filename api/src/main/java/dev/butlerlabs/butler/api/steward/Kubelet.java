package dev.butlerlabs.butler.api.steward;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.ListType;
import dev.butlerlabs.butler.api.schema.Open;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What joining kubelets are told. */
public record Kubelet(
    @Doc(
            "JSON patches (RFC 6902) applied in order to the kubelet configuration that joining"
                + " nodes read.")
        List<Patch> configurationJSONPatches,
    @Default("[\"InternalIP\",\"ExternalIP\",\"Hostname\"]")
        @Items(min = 1)
        @ListType("set")
        @Doc(
            "Which address of a node the API server calls, best first, each at most once:"
                + " Hostname, InternalIP, ExternalIP, InternalDNS, ExternalDNS."
                + " InternalIP, ExternalIP, Hostname when left out.")
        List<AddressType> preferredAddressTypes,
    @Doc(
            "Cgroup driver of the kubelets, systemd or cgroupfs. Older form; patch cgroupDriver"
                + " instead.")
        @Nullable CgroupDriver cgroupfs)
    implements Wire {

  public Kubelet {
    configurationJSONPatches = Wire.list(configurationJSONPatches);
    preferredAddressTypes = Wire.list(preferredAddressTypes);
  }

  /** One step of a JSON patch. */
  public record Patch(
      @Required @Doc("What to do: add, remove, replace, move, copy or test.") Operation op,
      @Required @Doc("JSON pointer to the field, for example /featureGates/SomeGate.") String path,
      @Doc("JSON pointer to where move and copy take the value from.") @Nullable String from,
      @Open(anyType = true) @Doc("Value for add, replace and test: any JSON.")
          @Nullable JsonNode value)
      implements Wire {}

  /** What one step does. */
  public enum Operation {
    @JsonProperty("add")
    ADD,
    @JsonProperty("remove")
    REMOVE,
    @JsonProperty("replace")
    REPLACE,
    @JsonProperty("move")
    MOVE,
    @JsonProperty("copy")
    COPY,
    @JsonProperty("test")
    TEST
  }

  /** A kind of address in a Node's status. */
  public enum AddressType {
    @JsonProperty("Hostname")
    HOSTNAME,
    @JsonProperty("InternalIP")
    INTERNAL_IP,
    @JsonProperty("ExternalIP")
    EXTERNAL_IP,
    @JsonProperty("InternalDNS")
    INTERNAL_DNS,
    @JsonProperty("ExternalDNS")
    EXTERNAL_DNS
  }

  /** Who keeps the control groups of a node. */
  public enum CgroupDriver {
    @JsonProperty("systemd")
    SYSTEMD,
    @JsonProperty("cgroupfs")
    CGROUPFS
  }
}
