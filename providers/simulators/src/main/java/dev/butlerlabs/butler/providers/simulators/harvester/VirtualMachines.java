package dev.butlerlabs.butler.providers.simulators.harvester;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Virtual machines: their instances follow what they ask for. */
final class VirtualMachines {

  /** KubeVirt's own hold on a machine, until its instance is gone. */
  private static final String HOLD = "kubevirt.io/virtualMachineControllerFinalize";

  private static final String REMOVED = "harvesterhci.io/removedPersistentVolumeClaims";

  private final Sight sight;

  VirtualMachines(Sight sight) {
    this.sight = sight;
  }

  /** One step of each; true when one moved. */
  boolean turn() {
    var instances = byName(Kind.INSTANCE);
    var claims = byName(Kind.CLAIM);
    var moved = false;
    for (var machine : sight.list(Kind.MACHINE)) {
      moved |= step(machine, Optional.ofNullable(instances.get(Store.name(machine))), claims);
    }
    return moved;
  }

  private Map<String, ObjectNode> byName(Kind kind) {
    return sight.list(kind).stream().collect(Collectors.toMap(Store::name, Function.identity()));
  }

  private boolean step(
      ObjectNode machine, Optional<ObjectNode> instance, Map<String, ObjectNode> claims) {
    if (Store.leaving(machine)) {
      return leave(machine, instance);
    }
    if (!Store.finalizedBy(machine, HOLD)) {
      machine.withObjectProperty("metadata").withArrayProperty("finalizers").add(HOLD);
      sight.put(Kind.MACHINE, machine);
      return true;
    }
    return makesClaims(machine, claims)
        || (halted(machine) ? stop(machine, instance) : run(machine, instance, claims));
  }

  static boolean halted(JsonNode machine) {
    var spec = machine.path("spec");
    return spec.path("runStrategy").asText().equals("Halted")
        || (spec.has("running") && !spec.path("running").asBoolean());
  }

  private boolean leave(ObjectNode machine, Optional<ObjectNode> instance) {
    if (instance.isPresent()) {
      sight.delete(Kind.INSTANCE, Store.name(machine));
      return true;
    }
    if (!Store.finalizedBy(machine, HOLD)) {
      return false;
    }
    for (var claim : Store.annotation(machine, REMOVED).orElse("").split(",", -1)) {
      if (!claim.isBlank()) {
        sight.delete(Kind.CLAIM, claim.strip());
      }
    }
    Store.release(machine, HOLD);
    sight.put(Kind.MACHINE, machine);
    return true;
  }

  /** Disks that the machine's annotation describes and nobody has made. */
  private boolean makesClaims(JsonNode machine, Map<String, ObjectNode> claims) {
    var made = false;
    try {
      for (var template : Admission.claimTemplates(machine)) {
        if (!claims.containsKey(Store.name(template))) {
          var claim = ((ObjectNode) template).put("apiVersion", "v1");
          sight.create(Kind.CLAIM, claim.put("kind", "PersistentVolumeClaim"));
          made = true;
        }
      }
    } catch (JsonProcessingException broken) {
      throw new IllegalStateException("admission let a broken annotation through", broken);
    }
    return made;
  }

  private boolean stop(ObjectNode machine, Optional<ObjectNode> instance) {
    if (instance.isPresent()) {
      sight.delete(Kind.INSTANCE, Store.name(machine));
      tell(machine, "Stopping", false);
      return true;
    }
    return tell(machine, "Stopped", false);
  }

  private boolean run(
      ObjectNode machine, Optional<ObjectNode> instance, Map<String, ObjectNode> claims) {
    if (instance.isPresent()) {
      var running = instance.get().at("/status/phase").asText().equals("Running");
      var stuck = instance.get().at("/status/reason").asText().equals("Unschedulable");
      return tell(
          machine, running ? "Running" : stuck ? "ErrorUnschedulable" : "Starting", running);
    }
    for (var name : Admission.claims(machine)) {
      var claim = claims.get(name);
      if (claim == null) {
        return tell(machine, "ErrorPvcNotFound", false);
      }
      if (!claim.at("/status/phase").asText().equals("Bound")) {
        return tell(machine, "WaitingForVolumeBinding", false);
      }
    }
    sight.create(Kind.INSTANCE, instance(machine));
    return true;
  }

  private static ObjectNode instance(JsonNode machine) {
    var instance = Store.JSON.createObjectNode();
    instance.put("apiVersion", "kubevirt.io/v1").put("kind", "VirtualMachineInstance");
    var metadata = instance.putObject("metadata").put("name", Store.name(machine));
    metadata.set("labels", machine.at("/spec/template/metadata/labels"));
    metadata
        .putArray("ownerReferences")
        .addObject()
        .put("apiVersion", "kubevirt.io/v1")
        .put("kind", "VirtualMachine")
        .put("name", Store.name(machine))
        .put("uid", machine.at("/metadata/uid").asText())
        .put("controller", true)
        .put("blockOwnerDeletion", true);
    instance.set("spec", machine.at("/spec/template/spec"));
    instance.putObject("status").put("phase", "Pending");
    return instance;
  }

  private boolean tell(ObjectNode machine, String printable, boolean ready) {
    if (machine.at("/status/printableStatus").asText().equals(printable)) {
      return false;
    }
    var status = machine.withObjectProperty("status");
    status.put("printableStatus", printable).put("ready", ready).put("created", ready);
    Store.condition(
        machine, Map.of("type", "Ready", "status", ready ? "True" : "False", "reason", printable));
    sight.putStatus(Kind.MACHINE, machine);
    return true;
  }
}
