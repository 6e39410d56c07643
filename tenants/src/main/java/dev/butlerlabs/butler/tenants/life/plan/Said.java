package dev.butlerlabs.butler.tenants.life.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Optional;

/** What others say in their conditions. */
final class Said {

  private Said() {}

  /** The conditions of an object of somebody else's; a wrong time is no reason to hear nothing. */
  static Conditions conditions(JsonNode object) {
    var all = new ArrayList<Condition>();
    for (var one : object.at("/status/conditions")) {
      all.add(
          new Condition(
              one.path("type").asText(),
              truth(one.path("status").asText()),
              one.path("reason").asText(),
              one.path("message").asText(),
              time(one.path("lastTransitionTime").asText()),
              one.path("observedGeneration").asLong()));
    }
    return new Conditions(all);
  }

  /** The same words under a type of ours. */
  static Optional<Verdict> as(String type, Conditions all, String theirs) {
    return all.find(theirs)
        .map(said -> new Verdict(type, said.status(), word(said.reason(), theirs), said.message()));
  }

  private static String word(String reason, String otherwise) {
    return reason.isEmpty() ? otherwise : reason;
  }

  private static Truth truth(String text) {
    return switch (text) {
      case "True" -> Truth.TRUE;
      case "False" -> Truth.FALSE;
      default -> Truth.UNKNOWN;
    };
  }

  private static Instant time(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeParseException wrong) {
      return Instant.EPOCH;
    }
  }
}
