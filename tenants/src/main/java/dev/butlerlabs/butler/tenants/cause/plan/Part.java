package dev.butlerlabs.butler.tenants.cause.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * One object around a cluster, read without knowing its type: many kinds belong to other programs.
 */
public record Part(JsonNode json) {

  /** Kinds that are Butler's own although they live in Cluster API's groups. */
  private static final Set<String> OURS =
      Set.of("StewardControlPlane", "LocalCluster", "LocalMachine");

  String kind() {
    return text("/kind");
  }

  String name() {
    return text("/metadata/name");
  }

  /** The object as people write it: kind, namespace and name. */
  String reference() {
    var namespace = text("/metadata/namespace");
    return kind() + " " + (namespace.isEmpty() ? "" : namespace + "/") + name();
  }

  /** What stands at a place, {@code ""} when nothing does. */
  public String text(String pointer) {
    return json.at(pointer).asText("");
  }

  int number(String pointer) {
    return json.at(pointer).asInt(0);
  }

  /** Its messages, taken apart where Butler's own features write them. */
  Words words(String message) {
    return text("/apiVersion").contains("butlerlabs.dev") || OURS.contains(kind())
        ? Words.of(message)
        : Words.quoting(message);
  }

  /** Since when it has been on its way out. */
  Optional<Instant> leaving() {
    return time(json.at("/metadata/deletionTimestamp"));
  }

  Instant born() {
    return time(json.at("/metadata/creationTimestamp")).orElse(Instant.EPOCH);
  }

  List<String> finalizers() {
    return each("/metadata/finalizers").stream().map(JsonNode::asText).toList();
  }

  List<Said> conditions() {
    return conditions("/status/conditions");
  }

  List<Said> conditions(String pointer) {
    return each(pointer).stream().map(one -> Said.of(one, born())).toList();
  }

  Optional<Said> condition(String type) {
    return conditions().stream().filter(one -> one.type().equals(type)).findFirst();
  }

  boolean holds(String type) {
    return condition(type).filter(Said::holds).isPresent();
  }

  /** The condition, when it is there and does not hold. */
  Optional<Said> complaint(String type) {
    return condition(type).filter(Said::complains);
  }

  List<JsonNode> each(String pointer) {
    return StreamSupport.stream(json.at(pointer).spliterator(), false).toList();
  }

  static Optional<Instant> time(JsonNode text) {
    try {
      return text.isTextual() ? Optional.of(Instant.parse(text.asText())) : Optional.empty();
    } catch (DateTimeParseException _) {
      return Optional.empty();
    }
  }
}
