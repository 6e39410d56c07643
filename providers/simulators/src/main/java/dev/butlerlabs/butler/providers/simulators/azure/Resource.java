package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One thing in a resource group. */
final class Resource {

  final String id;
  final String kind;
  final Instant made;
  private final ObjectNode body;
  private int version;
  private @Nullable Instant gone;

  Resource(String id, String kind, ObjectNode body, Instant made, int version) {
    this.id = id;
    this.kind = kind;
    this.made = made;
    this.version = version;
    this.body = body;
    body.put("id", id);
    body.put("name", name());
    body.put("type", kind);
    changed();
  }

  static String key(String id) {
    return id.toLowerCase(Locale.ROOT);
  }

  String name() {
    return id.substring(id.lastIndexOf('/') + 1);
  }

  ObjectNode body() {
    return body;
  }

  ObjectNode properties() {
    return body.withObjectProperty("properties");
  }

  JsonNode at(String pointer) {
    return body.at(pointer);
  }

  String text(String pointer) {
    return body.at(pointer).asText("");
  }

  String tag(String name) {
    return body.path("tags").path(name).asText("");
  }

  String state() {
    return text("/properties/provisioningState");
  }

  void state(String state) {
    properties().put("provisioningState", state);
    changed();
  }

  void changed() {
    version++;
    body.put("etag", etag());
  }

  int version() {
    return version;
  }

  String etag() {
    return "W/\"%08x-%04d\"".formatted(key(id).hashCode(), version);
  }

  /** Lists show it for a while after it is gone. */
  void gone(Instant when) {
    gone = when;
  }

  boolean listed(Instant now, Duration late) {
    var since = gone;
    return since == null ? !made.plus(late).isAfter(now) : since.plus(late).isAfter(now);
  }

  /** A reference to it. */
  static ObjectNode reference(String id) {
    return JsonNodeFactory.instance.objectNode().put("id", id);
  }
}
