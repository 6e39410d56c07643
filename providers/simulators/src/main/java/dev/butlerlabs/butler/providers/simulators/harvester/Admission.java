package dev.butlerlabs.butler.providers.simulators.harvester;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What KubeVirt and Harvester look at before an object is stored, and what they change in it: those
 * of their rules that a definition cannot express.
 */
final class Admission {

  static final String TEMPLATES = "harvesterhci.io/volumeClaimTemplates";
  static final String RESERVED = "harvesterhci.io/reservedMemory";

  private static final Set<String> STRATEGIES =
      Set.of("Always", "RerunOnFailure", "Manual", "Halted", "Once");
  private static final List<String> CHECK =
      List.of("successThreshold", "failureThreshold", "periodSeconds", "timeoutSeconds");
  private static final int HIGHEST_PORT = 65535;
  private static final long QEMU = 100L << 20;
  private static final int LONGEST_INLINE = 2048;

  private final Store store;

  Admission(Store store) {
    this.store = store;
  }

  /** Why the machine is refused. */
  Optional<String> refuses(JsonNode machine) {
    var spec = machine.path("spec");
    var guest = spec.at("/template/spec");
    if (spec.has("running") == spec.has("runStrategy")) {
      return Optional.of("spec: one of running and runStrategy is needed, and not both");
    }
    if (spec.has("runStrategy") && !STRATEGIES.contains(spec.path("runStrategy").asText())) {
      return Optional.of("spec.runStrategy: no such strategy");
    }
    return parts(guest).or(() -> templates(machine)).or(() -> occupied(machine));
  }

  private static Optional<String> parts(JsonNode guest) {
    var volumes = names(guest.path("volumes"));
    for (var disk : guest.at("/domain/devices/disks")) {
      if (!volumes.contains(disk.path("name").asText())) {
        return Optional.of("spec.template.spec.domain.devices.disks: no volume of that name");
      }
    }
    var networks = names(guest.path("networks"));
    if (!networks.equals(names(guest.at("/domain/devices/interfaces")))) {
      return Optional.of("spec.template.spec.networks: interfaces and networks do not match");
    }
    for (var volume : guest.path("volumes")) {
      var inline = volume.at("/cloudInitNoCloud/userData").asText().length();
      if (inline > LONGEST_INLINE) {
        return Optional.of("spec.template.spec.volumes: userData exceeds 2048 byte limit");
      }
    }
    return Optional.empty();
  }

  private static Optional<String> templates(JsonNode machine) {
    try {
      for (var template : claimTemplates(machine)) {
        if (Store.name(template).isEmpty()) {
          return Optional.of("the volumeClaimTemplates annotation is invalid: a name is required");
        }
      }
      return Optional.empty();
    } catch (JsonProcessingException broken) {
      return Optional.of("the volumeClaimTemplates annotation is invalid: it is no JSON");
    }
  }

  static List<JsonNode> claimTemplates(JsonNode machine) throws JsonProcessingException {
    var text = Store.annotation(machine, TEMPLATES).orElse("[]");
    return List.of(Store.JSON.treeToValue(Store.JSON.readTree(text), JsonNode[].class));
  }

  private Optional<String> occupied(JsonNode machine) {
    var own = claims(machine);
    for (var other : store.list(Kind.MACHINE)) {
      if (!Store.name(other).equals(Store.name(machine))) {
        for (var claim : claims(other)) {
          if (own.contains(claim)) {
            return Optional.of(
                "the volume %s is already used by VM %s".formatted(claim, Store.name(other)));
          }
        }
      }
    }
    return Optional.empty();
  }

  /** Why the load balancer is refused. */
  static Optional<String> refusesBalancer(JsonNode balancer) {
    var spec = balancer.path("spec");
    var ports = new HashSet<Integer>();
    for (var listener : spec.path("listeners")) {
      var port = listener.path("backendPort").asInt();
      if (port < 1 || port > HIGHEST_PORT || !ports.add(port)) {
        return Optional.of("listener backend port " + port + " is wrong or used twice");
      }
    }
    if (ports.isEmpty()) {
      return Optional.of("the loadbalancer needs to have at least one listener");
    }
    var check = spec.path("healthCheck");
    if (check.path("port").asInt() == 0) {
      return Optional.empty();
    }
    if (!ports.contains(check.path("port").asInt())) {
      return Optional.of("healthcheck port is not in listener backend port list");
    }
    for (var name : CHECK) {
      if (check.path(name).asInt() == 0) {
        return Optional.of("healthcheck " + name + " should > 0");
      }
    }
    return Optional.empty();
  }

  /** Why the image is refused. */
  Optional<String> refusesImage(JsonNode image) {
    var download = image.at("/spec/sourceType").asText().equals("download");
    if (download == image.at("/spec/url").asText().isEmpty()) {
      return Optional.of("url is required when image source type is \"download\", and only then");
    }
    var shown = image.at("/spec/displayName").asText();
    return store.list(Kind.IMAGE).stream()
            .anyMatch(
                other ->
                    other.at("/spec/displayName").asText().equals(shown)
                        && !Store.name(other).equals(Store.name(image)))
        ? Optional.of("A resource with the same name exists")
        : Optional.empty();
  }

  /** An image cannot be deleted while disks are copies of it. */
  Optional<String> refusesImageDeletion(String image) {
    return store.list(Kind.CLAIM).stream()
        .filter(
            claim ->
                Store.annotation(claim, "harvesterhci.io/imageId")
                    .filter(copied -> copied.endsWith("/" + image))
                    .isPresent())
        .findFirst()
        .map(claim -> "Cannot delete image: being used by volume " + Store.name(claim));
  }

  static Set<String> claims(JsonNode machine) {
    var claims = new HashSet<String>();
    for (var volume : machine.at("/spec/template/spec/volumes")) {
      var claim = volume.at("/persistentVolumeClaim/claimName").asText();
      if (!claim.isEmpty()) {
        claims.add(claim);
      }
    }
    return claims;
  }

  /** A disk cannot be deleted while a machine that is to stay has it. */
  Optional<String> refusesDeletion(String claim) {
    return store.list(Kind.MACHINE).stream()
        .filter(machine -> !Store.leaving(machine) && claims(machine).contains(claim))
        .findFirst()
        .map(
            machine ->
                "can not delete the volume %s which is currently attached to VM: %s"
                    .formatted(claim, Store.name(machine)));
  }

  /**
   * Harvester counts the guest's memory from the limit: less what it reserves for QEMU, 100 MiB
   * unless the machine says otherwise. It sets requests by its overcommit ratio.
   */
  static void mutate(ObjectNode machine) {
    if (!(machine.at("/spec/template/spec/domain") instanceof ObjectNode domain)) {
      return;
    }
    var limit = domain.at("/resources/limits/memory").asText();
    if (limit.isEmpty()) {
      return;
    }
    var reserved = Store.annotation(machine, RESERVED).map(Admission::bytes).orElse(QEMU);
    var guest = bytes(limit) - reserved;
    domain.withObjectProperty("memory").put("guest", Long.toString(guest));
    domain
        .withObjectProperty("resources")
        .withObjectProperty("requests")
        .put("memory", limit)
        .put("cpu", "500m");
  }

  static long bytes(String quantity) {
    return Quantity.getAmountInBytes(Quantity.parse(quantity)).longValueExact();
  }

  private static Set<String> names(JsonNode list) {
    var names = new HashSet<String>();
    list.forEach(item -> names.add(item.path("name").asText()));
    return names;
  }
}
