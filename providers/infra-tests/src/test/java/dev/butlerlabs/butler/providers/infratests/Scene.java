package dev.butlerlabs.butler.providers.infratests;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.testkit.failures.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One seeded failure with names of its own, so that all of them fit into one API server, and on the
 * platform of its own objects.
 *
 * @param home the namespace the cluster is ordered in
 * @param platform the namespace of the platform's settings
 * @param place the namespace with the cluster's parts
 */
record Scene(
    Failure failure, Vendor vendor, String home, String platform, String place, String store) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Whose objects the machines are, as their kinds begin. */
  enum Vendor {
    PROXMOX("Proxmox"),
    NUTANIX("Nutanix"),
    KUBEVIRT("Kubevirt"),
    AWS("AWS"),
    AZURE("Azure"),
    LOCAL("Local"),
    GCP("GCP");

    private final String kinds;

    Vendor(String kinds) {
      this.kinds = kinds;
    }

    String kind(String what) {
      return kinds + what;
    }

    /** The one whose object fails; the others of the stage are then of its platform, too. */
    static Vendor of(Failure failure) {
      return Stream.of(values())
          .filter(one -> one != PROXMOX && has(failure, one))
          .findFirst()
          .orElse(PROXMOX);
    }

    private static boolean has(Failure failure, Vendor vendor) {
      return failure.find(vendor.kind("Machine")).isPresent()
          || failure.find(vendor.kind("Cluster")).isPresent();
    }
  }

  /** What is there, in names of this scene. Nodes are inside the tenant, where nobody looks. */
  List<ObjectNode> objects() {
    return failure.objects().stream()
        .filter(one -> !one.path("kind").asText().equals("Node"))
        .map(one -> (ObjectNode) read(renamed(one.toString())))
        .map(this::versioned)
        .toList();
  }

  /** The trouble of the control plane, which Steward passes on to Cluster API at once. */
  Optional<JsonNode> planeTrouble() {
    return objects().stream()
        .filter(one -> one.path("kind").asText().equals("TenantControlPlane"))
        .flatMap(one -> one.at("/status/conditions").valueStream())
        .filter(said -> said.path("type").asText().equals("Ready"))
        .filter(said -> !said.path("status").asText().equals("True"))
        .findFirst();
  }

  List<JsonNode> refused() {
    return failure.refused().stream().map(one -> read(renamed(one.toString()))).toList();
  }

  Failure.Expected expected() {
    var cause = failure.cause();
    return new Failure.Expected(
        cause.reason(),
        cause.names().stream().map(this::renamed).toList(),
        cause.help().stream().map(this::renamed).toList(),
        cause.since());
  }

  boolean lets(String kind) {
    return objects().stream().anyMatch(one -> one.path("kind").asText().equals(kind));
  }

  private String renamed(String text) {
    var renamed =
        text.replace("butler-system", platform)
            .replace("web-1a2b3c4d", place)
            .replace("payments", home)
            .replace("DataStore default", "DataStore " + store)
            .replace("\"dataStore\":\"default\"", "\"dataStore\":\"" + store + "\"")
            .replace(
                "\"kind\":\"DataStore\",\"metadata\":{\"name\":\"default\"",
                "\"kind\":\"DataStore\",\"metadata\":{\"name\":\"" + store + "\"");
    for (var what : List.of("Cluster", "Machine")) {
      renamed = renamed.replace(Vendor.PROXMOX.kind(what), vendor.kind(what));
    }
    return renamed;
  }

  /** In the version that is written here; an object has the same meaning in each. */
  private ObjectNode versioned(ObjectNode object) {
    var kind = object.path("kind").asText();
    var infrastructure = Map.of(vendor.kind("Cluster"), "", vendor.kind("Machine"), "");
    if (infrastructure.containsKey(kind) && vendor != Vendor.LOCAL) {
      object.put("apiVersion", "infrastructure.cluster.x-k8s.io/" + Tables.version(kind));
    }
    return object;
  }

  private static JsonNode read(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  @Override
  public String toString() {
    return failure.name() + " on " + vendor;
  }
}
