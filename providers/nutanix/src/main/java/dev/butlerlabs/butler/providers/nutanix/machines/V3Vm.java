package dev.butlerlabs.butler.providers.nutanix.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.machine.MacAddress;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.UsableAddresses;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** One machine as v3 shows it. It holds user data. */
final class V3Vm extends V3Entity {

  V3Vm(JsonNode body) {
    super(body);
  }

  boolean on() {
    return power().equals("ON");
  }

  String power() {
    return resources().path("power_state").asText("UNKNOWN");
  }

  @Override
  boolean neverMade() {
    return super.neverMade() && !on();
  }

  /** What it was told to read, as it is and in base64. */
  List<SecretText> secrets() {
    var secrets = new ArrayList<SecretText>();
    body()
        .path("spec")
        .path("resources")
        .path("guest_customization")
        .path("cloud_init")
        .forEach(
            text -> {
              secrets.add(new SecretText(text.asText()));
              secrets.add(new SecretText(decoded(text.asText())));
            });
    return secrets;
  }

  private static String decoded(String text) {
    try {
      return new String(Base64.getDecoder().decode(text), UTF_8);
    } catch (IllegalArgumentException notBase64) {
      return text;
    }
  }

  /** The same intent, switched on; its version makes Prism refuse it when somebody was faster. */
  JsonNode switchedOn() {
    var intent = (ObjectNode) body().deepCopy();
    intent.remove("status");
    ((ObjectNode) intent.path("spec").path("resources")).put("power_state", "ON");
    return intent;
  }

  Machine machine() {
    var addresses = new ArrayList<String>();
    resources()
        .path("nic_list")
        .path(0)
        .path("ip_endpoint_list")
        .forEach(endpoint -> addresses.add(endpoint.path("ip").asText()));
    return new Machine(
        new ProviderId.Nutanix(uuid()),
        UsableAddresses.of(addresses),
        null,
        mac().orElse(null),
        zone());
  }

  private Optional<MacAddress> mac() {
    return MacAddress.parse(resources().path("nic_list").path(0).path("mac_address").asText(""));
  }

  /** The cluster it is on. */
  private String zone() {
    var cluster = body().path("status").path("cluster_reference");
    return cluster.path("name").asText(cluster.path("uuid").asText(""));
  }

  private JsonNode resources() {
    return body().path("status").path("resources");
  }
}
