package dev.butlerlabs.butler.providers.simulators.nutanix;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** What is there, as v4 tells it. */
final class V4Words {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long MEBI = 1L << 20;

  /** Tasks are named with the service that runs them, in base64. */
  static final String TASK_PREFIX = "ZXJnb24=:";

  private V4Words() {}

  /** Fields that are wrong stand in a list of their own; other refusals are messages. */
  static ObjectNode refusal(Refused refused) {
    var body = JSON.createObjectNode();
    var data = body.putObject("data").put("$objectType", "vmm.v4.error.ErrorResponse");
    if (refused.details().isEmpty()) {
      var message = data.putArray("error").addObject();
      message.put("$objectType", "vmm.v4.error.AppMessage");
      message.put("message", refused.message()).put("severity", "ERROR");
      message.put("code", code(refused)).put("locale", "en_US");
    } else {
      var error = data.putObject("error");
      error.put("$objectType", "vmm.v4.error.SchemaValidationError");
      error.put("statusCode", refused.status()).put("error", refused.message());
      var list = error.putArray("validationErrorMessages");
      refused
          .details()
          .forEach(
              (field, problem) ->
                  list.addObject()
                      .put("location", "request-body")
                      .put("attributePath", field)
                      .put("message", problem));
    }
    return body;
  }

  /** v4 has numbers where v3 has words. */
  private static String code(Refused refused) {
    return refused.reason().matches("[A-Z]+-\\d+") ? refused.reason() : "VMM-30000";
  }

  static ObjectNode vm(Vm vm, Instant now) {
    var shape = vm.shape();
    var body = typed("vmm.v4.ahv.config.Vm").put("extId", vm.uuid).put("name", shape.name());
    body.put("description", shape.description());
    body.put("createTime", vm.created().toString()).put("updateTime", vm.updated().toString());
    body.put("numSockets", shape.sockets()).put("numCoresPerSocket", shape.cores());
    body.put("memorySizeBytes", shape.memoryMiB() * MEBI);
    body.put("powerState", vm.on() ? "ON" : "OFF");
    body.putObject("cluster").put("extId", shape.cluster());
    var disks = body.putArray("disks");
    shape
        .disks()
        .forEach(
            disk ->
                disks
                    .addObject()
                    .put("extId", disk.uuid())
                    .putObject("backingInfo")
                    .put("$objectType", "vmm.v4.ahv.config.VmDisk")
                    .put("diskSizeBytes", disk.bytes()));
    var nics = body.putArray("nics");
    shape.nics().forEach(nic -> nics.add(card(vm, nic, now)));
    return body;
  }

  private static ObjectNode card(Vm vm, Vm.Nic nic, Instant now) {
    var card = JSON.createObjectNode().put("extId", nic.uuid());
    card.putObject("backingInfo").put("macAddress", nic.mac()).put("isConnected", true);
    var info = card.putObject("networkInfo").put("nicType", "NORMAL_NIC");
    info.putObject("subnet").put("extId", nic.subnet());
    if (!nic.address().isEmpty()) {
      info.putObject("ipv4Config").putObject("ipAddress").put("value", nic.address());
    }
    var learned = info.putObject("ipv4Info").putArray("learnedIpAddresses");
    vm.addresses(nic, now).stream()
        .filter(ip -> !ip.equals(nic.address()))
        .forEach(ip -> learned.addObject().put("value", ip));
    return card;
  }

  static ObjectNode accepted(Tasks.Task task) {
    return typed("prism.v4.config.TaskReference").put("extId", TASK_PREFIX + task.uuid);
  }

  static ObjectNode task(Tasks.Task task) {
    var body = typed("prism.v4.config.Task").put("extId", TASK_PREFIX + task.uuid);
    body.put("status", task.status()).put("operation", task.operation);
    body.put("createdTime", task.start.toString());
    body.put("progressPercentage", task.ended() ? 100 : 50);
    if (task.ended()) {
      body.put("completedTime", task.end.toString());
    }
    if (task.error().isEmpty()) {
      body.putArray("entitiesAffected")
          .addObject()
          .put("extId", task.entity)
          .put("rel", "vmm:ahv:" + task.kind);
    }
    task.error()
        .ifPresent(
            error ->
                body.putArray("errorMessages")
                    .addObject()
                    .put("message", error.message())
                    .put("code", code(error))
                    .put("severity", "ERROR"));
    return body;
  }

  static ObjectNode subnet(Estate.Subnet subnet) {
    var body = typed("networking.v4.config.Subnet").put("extId", subnet.uuid());
    body.put("name", subnet.name()).put("subnetType", "VLAN");
    body.put("clusterReference", subnet.cluster());
    if (!subnet.gateway().isEmpty()) {
      var config = body.putArray("ipConfig").addObject().putObject("ipv4");
      config.putObject("defaultGatewayIp").put("value", subnet.gateway());
      config.putObject("ipSubnet").put("prefixLength", subnet.prefix());
      body.putObject("dhcpOptions")
          .putArray("domainNameServers")
          .addObject()
          .putObject("ipv4")
          .put("value", subnet.dns());
    }
    return body;
  }

  static ObjectNode image(Images.Image image) {
    return typed("vmm.v4.content.Image")
        .put("extId", image.uuid())
        .put("name", image.name())
        .put("description", image.description())
        .put("type", image.type())
        .put("sizeBytes", image.bytes());
  }

  static ObjectNode named(String type, String uuid, String name) {
    return typed(type).put("extId", uuid).put("name", name);
  }

  static ObjectNode typed(String type) {
    var body = JSON.createObjectNode().put("$objectType", type);
    body.putObject("$reserved").put("$fv", "v4.r0");
    return body;
  }

  static ObjectNode one(ObjectNode data) {
    var body = JSON.createObjectNode();
    body.set("data", data);
    body.putObject("metadata");
    return body;
  }

  static <T> ObjectNode page(List<T> all, int page, int limit, Function<T, ObjectNode> words) {
    var body = JSON.createObjectNode();
    var shown = all.stream().skip((long) page * limit).limit(limit).toList();
    // Where there is nothing the list is left out.
    if (!shown.isEmpty()) {
      var data = body.putArray("data");
      shown.forEach(entity -> data.add(words.apply(entity)));
    }
    body.putObject("metadata").put("totalAvailableResults", all.size());
    return body;
  }
}
