package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/** Virtual machines, and the disks that come and go with them. */
final class Machines {

  static final String KIND = "Microsoft.Compute/virtualMachines";
  static final String DISKS = "Microsoft.Compute/disks";
  private static final Duration CREATE = Duration.ofSeconds(40);
  private static final Duration DELETE = Duration.ofSeconds(20);
  private static final Duration START = Duration.ofSeconds(15);

  private final Estate estate;
  private final Region region;
  private final MachineRules rules;
  private final Cards cards;
  private final Map<String, JsonNode> osProfiles = new HashMap<>();
  private boolean keepsCards;
  private String removalFailure = "";

  Machines(Estate estate, Region region, Roles roles, Cards cards, Images images) {
    this.estate = estate;
    this.region = region;
    this.cards = cards;
    this.rules = new MachineRules(estate, region, roles, cards, images);
  }

  /** From now on a machine's cards stay behind when it goes, as happens at times. */
  void keepCards(boolean keeps) {
    keepsCards = keeps;
  }

  /** From now on no machine can be removed, for this reason; for none they can. */
  void failRemovals(String words) {
    removalFailure = words;
  }

  int coresUsed() {
    return estate
        .all(KIND)
        .mapToInt(vm -> region.require(vm.text("/properties/hardwareProfile/vmSize")).cpu())
        .sum();
  }

  /** What was sent along for the guest, which Azure never shows again. */
  String customData(String id) {
    var profile = osProfiles.get(Resource.key(id));
    return profile == null ? "" : profile.path("customData").asText("");
  }

  String create(String id, ObjectNode body) {
    rules.check(id, body, coresUsed());
    osProfiles.put(Resource.key(id), body.at("/properties/osProfile").deepCopy());
    var profile = body.at("/properties/osProfile");
    if (profile instanceof ObjectNode shown) {
      shown.remove("customData");
    }
    var vm = estate.put(id, KIND, body);
    vm.properties().put("vmId", "%08x-1111-4222-8333-444455556666".formatted(id.hashCode()));
    vm.properties().put("timeCreated", estate.now().toString());
    vm.state("Creating");
    makeDisks(vm);
    forEachCard(vm, (card, _) -> cards.attach(card, id));
    return estate.begin(CREATE, () -> created(vm));
  }

  private void created(Resource vm) {
    if (estate.find(vm.id).filter(vm::equals).isEmpty() || vm.state().equals("Deleting")) {
      throw Refused.conflict("OperationPreempted", "The operation was preempted by a deletion.");
    }
    var zone = vm.text("/zones/0");
    if (!region.hasRoom(zone)) {
      fail(vm, zone.isEmpty() ? "AllocationFailed" : "ZonalAllocationFailed", false);
    }
    vm.state("Succeeded");
    power(vm, "running");
    forEachCard(vm, (card, _) -> cards.powered(card));
  }

  private void fail(Resource vm, String code, boolean ranBefore) {
    var words =
        "Allocation failed. We do not have sufficient capacity for the requested VM size in this"
            + " zone.";
    failed(vm, code, words, ranBefore ? "deallocated" : "");
  }

  /** What Azure began to do and could not stands in the instance view. */
  private void failed(Resource vm, String code, String words, String power) {
    vm.state("Failed");
    var statuses = statuses(vm);
    if (!power.isEmpty()) {
      statuses.addObject().put("code", "PowerState/" + power).put("level", "Info");
    }
    var status = statuses.addObject();
    status.put("code", "ProvisioningState/failed/" + code).put("level", "Error");
    status.put("displayStatus", "Provisioning failed").put("message", words);
    status.put("time", estate.now().toString());
    throw Refused.conflict(code, words);
  }

  private ArrayNode statuses(Resource vm) {
    return vm.properties().withObjectProperty("instanceView").putArray("statuses");
  }

  /** As the platform sees it; also when somebody presses the button inside the guest. */
  void power(Resource vm, String power) {
    var statuses = statuses(vm);
    statuses
        .addObject()
        .put("code", "ProvisioningState/succeeded")
        .put("level", "Info")
        .put("time", estate.now().toString());
    statuses.addObject().put("code", "PowerState/" + power).put("level", "Info");
    vm.changed();
  }

  String start(Resource vm) {
    if (vm.state().equals("Creating") || vm.state().equals("Deleting")) {
      throw Refused.conflict(
          "OperationNotAllowed", "The VM is in state " + vm.state() + " and cannot be started.");
    }
    vm.state("Updating");
    return estate.begin(
        START,
        () -> {
          if (!region.hasRoom(vm.text("/zones/0"))) {
            fail(vm, "AllocationFailed", true);
          }
          vm.state("Succeeded");
          power(vm, "running");
        });
  }

  String delete(Resource vm) {
    vm.state("Deleting");
    return estate.begin(
        DELETE,
        () -> {
          if (removalFailure.isEmpty()) {
            deleted(vm);
          } else {
            failed(vm, "InternalExecutionError", removalFailure, powerOf(vm));
          }
        });
  }

  private static String powerOf(Resource vm) {
    for (var status : vm.at("/properties/instanceView/statuses")) {
      if (status.path("code").asText().startsWith("PowerState/")) {
        return status.path("code").asText().substring("PowerState/".length());
      }
    }
    return "";
  }

  void deleted(Resource vm) {
    if (estate.find(vm.id).filter(vm::equals).isEmpty()) {
      return;
    }
    var never = !vm.at("/properties/instanceView").toString().contains("PowerState/");
    estate.remove(vm.id);
    forEachCard(
        vm,
        (card, goes) -> {
          cards.detach(card, never ? vm.id : "");
          if (goes && !keepsCards && !never) {
            estate.remove(card.id);
          }
        });
    dropDisks(vm);
  }

  /** The instance view is shown to who asks for it. */
  static ObjectNode shown(Resource vm, boolean instanceView) {
    var body = vm.body().deepCopy();
    if (!instanceView && body.path("properties") instanceof ObjectNode properties) {
      properties.remove("instanceView");
    }
    return body;
  }

  private interface PerCard {
    void take(Resource card, boolean goesWithIt);
  }

  private void forEachCard(Resource vm, PerCard each) {
    vm.at("/properties/networkProfile/networkInterfaces")
        .forEach(
            card ->
                estate
                    .find(card.path("id").asText())
                    .ifPresent(
                        found ->
                            each.take(
                                found,
                                card.at("/properties/deleteOption").asText().equals("Delete"))));
  }

  private static String disks(String vm) {
    return vm.replaceFirst("(?i)virtualMachines/[^/]+$", "disks/");
  }

  /** Disks made with a machine have its tags from the start. */
  private void makeDisks(Resource vm) {
    var storage = vm.at("/properties/storageProfile");
    makeDisk(vm, storage.path("osDisk"));
    storage.path("dataDisks").forEach(disk -> makeDisk(vm, disk));
  }

  private void makeDisk(Resource vm, JsonNode disk) {
    var body = JsonNodeFactory.instance.objectNode();
    body.put("location", vm.text("/location"));
    body.set("tags", vm.body().path("tags").deepCopy());
    body.put("managedBy", vm.id);
    if (vm.body().has("zones")) {
      body.set("zones", vm.body().path("zones").deepCopy());
    }
    body.putObject("sku").put("name", disk.at("/managedDisk/storageAccountType").asText());
    var properties = body.putObject("properties");
    properties.put("diskSizeGB", disk.path("diskSizeGB").asInt());
    properties.put("diskState", "Attached").put("provisioningState", "Succeeded");
    properties.put("timeCreated", Instant.EPOCH.toString());
    estate.put(disks(vm.id) + disk.path("name").asText(), DISKS, body);
  }

  void leaveDisks(Resource vm) {
    var storage = vm.at("/properties/storageProfile");
    ((ObjectNode) storage.path("osDisk")).put("deleteOption", "Detach");
    storage.path("dataDisks").forEach(disk -> ((ObjectNode) disk).put("deleteOption", "Detach"));
  }

  private void dropDisks(Resource vm) {
    var storage = vm.at("/properties/storageProfile");
    dropDisk(vm, storage.path("osDisk"));
    storage.path("dataDisks").forEach(disk -> dropDisk(vm, disk));
  }

  private void dropDisk(Resource vm, JsonNode disk) {
    var id = disks(vm.id) + disk.path("name").asText();
    if (disk.path("deleteOption").asText().equals("Delete")) {
      estate.remove(id);
    } else {
      estate.find(id).ifPresent(left -> left.body().remove("managedBy"));
    }
  }
}
