package dev.butlerlabs.butler.providers.nutanix.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.spi.identity.ProviderId;
import dev.butlerlabs.butler.providers.spi.machine.MacAddress;
import dev.butlerlabs.butler.providers.spi.machine.Machine;
import dev.butlerlabs.butler.providers.spi.machine.UsableAddresses;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** One machine as v3 shows it. It holds user data, so it prints only its UUID. */
final class V3Vm {

  private final JsonNode body;

  V3Vm(JsonNode body) {
    this.body = body;
  }

  String uuid() {
    return body.path("metadata").path("uuid").asText();
  }

  String name() {
    return body.path("status").path("name").asText(body.path("spec").path("name").asText());
  }

  boolean marked(String uid) {
    return Marks.proves(body.path("spec").path("description").asText(""), uid)
        || Marks.proves(body.path("status").path("description").asText(""), uid);
  }

  /** PENDING, COMPLETE, ERROR, DELETE_PENDING and others. */
  String state() {
    return body.path("status").path("state").asText();
  }

  boolean underway() {
    return state().endsWith("PENDING") || state().equals("RUNNING");
  }

  boolean on() {
    return power().equals("ON");
  }

  String power() {
    return resources().path("power_state").asText("UNKNOWN");
  }

  /**
   * Prism took the order and could not do it. Only a machine that nobody has changed since: one
   * that was made well and then changed in vain is in error, too, and must stay.
   */
  boolean neverMade() {
    return state().equals("ERROR")
        && body.path("metadata").path("spec_version").asInt(0) == 0
        && !on();
  }

  boolean failed() {
    return state().equals("ERROR");
  }

  /** Prism's word for what went wrong. */
  String reason() {
    return body.path("status").path("message_list").path(0).path("reason").asText("");
  }

  /** What went wrong; it may quote secrets. */
  String message() {
    var texts = new ArrayList<String>();
    body.path("status")
        .path("message_list")
        .forEach(message -> texts.add(message.path("message").asText().strip()));
    return texts.isEmpty() ? "Prism Central gives no reason" : String.join(" ", texts);
  }

  Instant changed() {
    try {
      return OffsetDateTime.parse(body.path("metadata").path("last_update_time").asText())
          .toInstant();
    } catch (DateTimeParseException unreadable) {
      return Instant.EPOCH;
    }
  }

  /** What it was told to read, as it is and in base64. */
  List<SecretText> secrets() {
    var secrets = new ArrayList<SecretText>();
    body.path("spec")
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
    var intent = (ObjectNode) body.deepCopy();
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
    var cluster = body.path("status").path("cluster_reference");
    return cluster.path("name").asText(cluster.path("uuid").asText(""));
  }

  private JsonNode resources() {
    return body.path("status").path("resources");
  }

  @Override
  public String toString() {
    return "vm " + uuid();
  }
}
