package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** What one writer has to say in a status, and whether the stored one says it already. */
final class StatusBody {

  private final StatusShare share;
  private final JsonNode stored;
  private final ObjectNode status;

  private StatusBody(StatusShare share, JsonNode stored, ObjectNode status) {
    this.share = share;
    this.stored = stored;
    this.status = status;
  }

  /**
   * @param stored the status as it is, missing when there is none
   * @param generation of the object the verdicts were made from
   */
  static StatusBody of(
      StatusShare share,
      JsonNode stored,
      JsonNode fields,
      List<Verdict> verdicts,
      long generation,
      Instant now) {
    check(share, fields, "");
    var status = JsonNodeFactory.instance.objectNode();
    if (fields instanceof ObjectNode object) {
      status.setAll(object);
    }
    if (share.tellsGeneration()) {
      status.set("observedGeneration", Patches.tree(generation));
    }
    var conditions = conditions(share, stored).with(verdicts, generation, now);
    for (var verdict : verdicts) {
      if (!share.conditions().contains(verdict.type())) {
        throw notOurs(share, "condition " + verdict.type());
      }
      status
          .withArray("/conditions")
          .add(Patches.tree(conditions.find(verdict.type()).orElseThrow()));
    }
    return new StatusBody(share, stored, status);
  }

  /**
   * What makes the stored status say it, as a merge patch: null takes a field away. Fields of
   * others do not stand in it; conditions all do when one of ours changes, as a list cannot be sent
   * in parts.
   */
  ObjectNode difference() {
    var difference = JsonNodeFactory.instance.objectNode();
    for (var path : paths()) {
      var change = change(at(stored, path), at(status, path));
      if (!change.isMissingNode()) {
        put(difference, List.of(path.split("\\.", -1)), change);
      }
    }
    for (var path : paths()) {
      tidy(difference, stored, List.of(path.split("\\.", -1)));
    }
    var before = stored.path("conditions");
    var after = allConditions();
    if (!after.equals(before) && (before.isArray() || !after.isEmpty())) {
      difference.set("conditions", after);
    }
    return difference;
  }

  /** Missing where there is nothing to do. */
  private static JsonNode change(Optional<JsonNode> before, Optional<JsonNode> after) {
    if (after.isEmpty()) {
      return before.isPresent()
          ? JsonNodeFactory.instance.nullNode()
          : JsonNodeFactory.instance.missingNode();
    }
    if (!(after.get() instanceof ObjectNode wanted)
        || !(before.orElse(null) instanceof ObjectNode there)) {
      return after.get();
    }
    var change = JsonNodeFactory.instance.objectNode();
    there.fieldNames().forEachRemaining(change::putNull);
    for (var field : wanted.properties()) {
      var name = field.getKey();
      change.set(name, change(Optional.ofNullable(there.get(name)), Optional.of(field.getValue())));
    }
    return change;
  }

  /** Others' as they are, ours in their places, and new ones behind them. */
  private ArrayNode allConditions() {
    var all = JsonNodeFactory.instance.arrayNode();
    for (var there : stored.path("conditions")) {
      var type = there.path("type").asText();
      (share.conditions().contains(type) ? named(status, type) : Optional.of(there))
          .ifPresent(all::add);
    }
    for (var said : status.path("conditions")) {
      if (named(all, said.path("type").asText()).isEmpty()) {
        all.add(said);
      }
    }
    return all;
  }

  private static void put(ObjectNode object, List<String> path, JsonNode value) {
    if (path.size() == 1) {
      object.set(path.getFirst(), value);
    } else {
      put(object.withObject("/" + path.getFirst()), path.subList(1, path.size()), value);
    }
  }

  /** Of an object on the way that gets empty nothing stays. */
  private static void tidy(ObjectNode object, JsonNode there, List<String> path) {
    var name = path.getFirst();
    if (path.size() > 1 && object.get(name) instanceof ObjectNode inner) {
      tidy(inner, there.path(name), path.subList(1, path.size()));
      if (gone(inner, there.path(name))) {
        object.putNull(name);
      }
    }
  }

  private static boolean gone(ObjectNode change, JsonNode there) {
    var names = new ArrayList<String>();
    there.fieldNames().forEachRemaining(names::add);
    return names.stream().allMatch(change::has)
        && change.properties().stream().allMatch(field -> field.getValue().isNull());
  }

  /** True when the stored status says all this and nothing more in our share. */
  boolean alreadyStored() {
    return paths().stream().allMatch(path -> Objects.equals(at(stored, path), at(status, path)))
        && share.conditions().stream()
            .allMatch(type -> Objects.equals(named(stored, type), named(status, type)));
  }

  private List<String> paths() {
    var paths = new ArrayList<>(share.fields());
    if (share.tellsGeneration()) {
      paths.add("observedGeneration");
    }
    return paths;
  }

  private static void check(StatusShare share, JsonNode fields, String prefix) {
    for (var field : fields.properties()) {
      var path = prefix + field.getKey();
      if (share.leadsTo(path) && field.getValue().isObject()) {
        check(share, field.getValue(), path + ".");
      } else if (!share.covers(path)) {
        throw notOurs(share, "field " + path);
      }
    }
  }

  private static IllegalArgumentException notOurs(StatusShare share, String what) {
    return new IllegalArgumentException(
        "%s wants to write status %s, which is not in its share; add it there, or leave it"
            .formatted(share.manager(), what));
  }

  private static Conditions conditions(StatusShare share, JsonNode stored) {
    var ours = new ArrayList<Condition>();
    for (var type : share.conditions()) {
      named(stored, type).flatMap(StatusBody::condition).ifPresent(ours::add);
    }
    return new Conditions(ours);
  }

  /** One whose time cannot be read counts as never said, and gets a new time. */
  private static Optional<Condition> condition(JsonNode said) {
    try {
      return Optional.of(
          new Condition(
              said.path("type").asText(),
              Truth.valueOf(said.path("status").asText().toUpperCase(Locale.ROOT)),
              said.path("reason").asText(),
              said.path("message").asText(),
              Instant.parse(said.path("lastTransitionTime").asText()),
              said.path("observedGeneration").asLong()));
    } catch (DateTimeException | IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  private static Optional<JsonNode> named(JsonNode status, String type) {
    for (var condition : status.isArray() ? status : status.path("conditions")) {
      if (type.equals(condition.path("type").asText())) {
        return Optional.of(condition);
      }
    }
    return Optional.empty();
  }

  private static Optional<JsonNode> at(JsonNode status, String path) {
    var found = status.at("/" + path.replace('.', '/'));
    return found.isMissingNode() || found.isNull() ? Optional.empty() : Optional.of(found);
  }
}
