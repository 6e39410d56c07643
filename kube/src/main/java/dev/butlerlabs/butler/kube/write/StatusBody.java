package dev.butlerlabs.butler.kube.write;

import com.fasterxml.jackson.databind.JsonNode;
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

  JsonNode status() {
    return status;
  }

  /** True when the stored status says all this and nothing more in our share. */
  boolean alreadyStored() {
    var paths = new ArrayList<>(share.fields());
    if (share.tellsGeneration()) {
      paths.add("observedGeneration");
    }
    return paths.stream().allMatch(path -> Objects.equals(at(stored, path), at(status, path)))
        && share.conditions().stream()
            .allMatch(type -> Objects.equals(named(stored, type), named(status, type)));
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
    for (var condition : status.path("conditions")) {
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
