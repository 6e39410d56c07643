package dev.butlerlabs.butler.providers.simulators.nutanix;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;

/** What is there, as v3 tells it. */
final class V3Words {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String VERSION = "3.1";
  private static final long MEBI = 1L << 20;

  private final Estate estate;

  V3Words(Estate estate) {
    this.estate = estate;
  }

  static ObjectNode refusal(Refused refused) {
    var body = JSON.createObjectNode();
    body.put("api_version", VERSION).put("code", refused.status()).put("state", "ERROR");
    var message = body.putArray("message_list").addObject();
    message.put("message", refused.message()).put("reason", refused.reason());
    var details = message.putObject("details");
    refused.details().forEach((field, problem) -> details.putArray(field).add(problem));
    return body;
  }

  ObjectNode vm(Vm vm, Instant now) {
    var body = JSON.createObjectNode();
    body.put("api_version", VERSION);
    body.set("metadata", metadata(vm));
    body.set("spec", vm.intent().has("resources") ? vm.intent() : V3Spec.of(vm.shape(), vm.on()));
    body.set("status", status(vm, now));
    return body;
  }

  private static ObjectNode metadata(Vm vm) {
    var metadata = JSON.createObjectNode();
    metadata.put("kind", "vm").put("uuid", vm.uuid).put("spec_version", vm.version());
    metadata.put("creation_time", vm.created().toString());
    metadata.put("last_update_time", vm.updated().toString());
    var categories = metadata.putObject("categories");
    vm.shape().categories().forEach(categories::put);
    return metadata;
  }

  private ObjectNode status(Vm vm, Instant now) {
    var shape = vm.shape();
    var status = JSON.createObjectNode();
    status.put("state", vm.state().name()).put("name", shape.name());
    status.put("description", shape.description());
    status.set(
        "cluster_reference",
        reference("cluster", shape.cluster(), estate.clusters.getOrDefault(shape.cluster(), "")));
    if (vm.state() == Vm.State.ERROR) {
      status
          .putArray("message_list")
          .addObject()
          .put("message", vm.failure())
          .put("reason", vm.reason());
    }
    var resources = status.putObject("resources");
    resources.put("num_sockets", shape.sockets()).put("num_vcpus_per_socket", shape.cores());
    resources.put("memory_size_mib", shape.memoryMiB());
    resources.put("power_state", vm.on() ? "ON" : "OFF").put("hypervisor_type", "AHV");
    var cards = resources.putArray("nic_list");
    if (vm.state() != Vm.State.ERROR) {
      shape.nics().forEach(nic -> cards.add(card(vm, nic, now)));
    }
    var disks = resources.putArray("disk_list");
    shape
        .disks()
        .forEach(
            disk ->
                disks
                    .addObject()
                    .put("uuid", disk.uuid())
                    .put("disk_size_bytes", disk.bytes())
                    .put("disk_size_mib", (disk.bytes() + MEBI - 1) / MEBI));
    return status;
  }

  private ObjectNode card(Vm vm, Vm.Nic nic, Instant now) {
    var card = JSON.createObjectNode();
    card.put("uuid", nic.uuid()).put("mac_address", nic.mac()).put("nic_type", "NORMAL_NIC");
    var subnet = estate.subnets.get(nic.subnet());
    card.set(
        "subnet_reference", reference("subnet", nic.subnet(), subnet == null ? "" : subnet.name()));
    var endpoints = card.putArray("ip_endpoint_list");
    vm.addresses(nic, now)
        .forEach(
            ip ->
                endpoints
                    .addObject()
                    .put("ip", ip)
                    .put("type", ip.equals(nic.address()) ? "ASSIGNED" : "LEARNED"));
    return card;
  }

  static ObjectNode reference(String kind, String uuid, String name) {
    return JSON.createObjectNode().put("kind", kind).put("uuid", uuid).put("name", name);
  }

  static ObjectNode accepted(Tasks.Task task, ObjectNode entity) {
    var status = (ObjectNode) entity.path("status");
    status.putObject("execution_context").put("task_uuid", task.uuid);
    return entity;
  }

  ObjectNode subnet(Estate.Subnet subnet) {
    var body = entity("subnet", subnet.uuid(), subnet.name());
    var status = (ObjectNode) body.path("status");
    status.set("cluster_reference", reference("cluster", subnet.cluster(), ""));
    var resources = status.putObject("resources").put("subnet_type", "VLAN");
    if (!subnet.gateway().isEmpty()) {
      var config = resources.putObject("ip_config");
      config.put("default_gateway_ip", subnet.gateway()).put("prefix_length", subnet.prefix());
      config.putObject("dhcp_options").putArray("domain_name_server_list").add(subnet.dns());
    }
    return body;
  }

  static ObjectNode image(Images.Image image) {
    var body = entity("image", image.uuid(), image.name());
    ((ObjectNode) body.path("metadata")).put("last_update_time", image.updated().toString());
    body.set("spec", image.intent());
    var status = (ObjectNode) body.path("status");
    status.put("state", image.state().name()).put("description", image.description());
    if (image.state() == Vm.State.ERROR) {
      status
          .putArray("message_list")
          .addObject()
          .put("message", image.failure())
          .put("reason", image.reason());
    }
    status.putObject("resources").put("image_type", image.type()).put("size_bytes", image.bytes());
    return body;
  }

  static ObjectNode cluster(String uuid, String name) {
    var body = entity("cluster", uuid, name);
    var status = (ObjectNode) body.path("status");
    var config = status.putObject("resources").putObject("config");
    config.put("is_available", true);
    config.putArray("service_list").add("AOS");
    config.putObject("build").put("version", "6.8");
    return body;
  }

  ObjectNode host(Estate.Host host) {
    var body = entity("host", host.uuid(), host.name());
    var status = (ObjectNode) body.path("status");
    var cluster = estate.clusters.getOrDefault(host.cluster(), "");
    status.set("cluster_reference", reference("cluster", host.cluster(), cluster));
    status
        .putObject("resources")
        .put("host_type", host.usable() ? "HYPER_CONVERGED" : "NEVER_SCHEDULABLE")
        .put("memory_capacity_mib", host.memoryMiB())
        .put("num_cpu_cores", 32)
        .put("num_cpu_sockets", 2);
    return body;
  }

  static ObjectNode entity(String kind, String uuid, String name) {
    var body = JSON.createObjectNode().put("api_version", VERSION);
    body.putObject("metadata").put("kind", kind).put("uuid", uuid).put("spec_version", 0);
    body.putObject("status").put("state", "COMPLETE").put("name", name);
    return body;
  }

  ObjectNode task(Tasks.Task task) {
    var body = JSON.createObjectNode().put("api_version", VERSION).put("uuid", task.uuid);
    body.put("status", task.status()).put("operation_type", task.operation);
    body.put("start_time", task.start.toString());
    body.put("percentage_complete", task.ended() ? 100 : 50);
    if (task.ended()) {
      body.put("completion_time", task.end.toString());
    }
    task.error()
        .ifPresent(
            error -> body.put("error_code", error.reason()).put("error_detail", error.message()));
    body.putArray("entity_reference_list")
        .addObject()
        .put("kind", task.kind)
        .put("uuid", task.entity);
    return body;
  }

  /** One page; Prism gives 20 where nothing is asked, and never more than 500. */
  static <T> ObjectNode page(
      String kind, List<T> all, int offset, int length, Function<T, ObjectNode> words) {
    var body = JSON.createObjectNode().put("api_version", VERSION);
    ArrayNode entities = body.putArray("entities");
    all.stream().skip(offset).limit(length).forEach(entity -> entities.add(words.apply(entity)));
    body.putObject("metadata")
        .put("kind", kind)
        .put("total_matches", all.size())
        .put("offset", offset)
        .put("length", entities.size());
    return body;
  }
}
