package dev.butlerlabs.butler.apps.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A cluster's way to Ready, told once, line by line, from its status as it changes. */
final class DemoStory {

  /** The one condition that is good while it is False. */
  private static final String DEGRADED = "Degraded";

  private final Map<String, String> told = new HashMap<>();

  /** What there is to tell since the last look. */
  List<String> next(JsonNode cluster) {
    var lines = new ArrayList<String>();
    for (var condition : cluster.at("/status/conditions")) {
      var type = condition.path("type").asText();
      var holds = condition.path("status").asText().equals("True");
      if (type.equals(DEGRADED)) {
        continue;
      }
      if (holds && !"True".equals(told.put(type, "True"))) {
        lines.add("✔ %-21s %s".formatted(type, words(condition)));
      } else if (!holds) {
        told.remove(type);
      }
    }
    var cause = cause(cluster);
    if (!cause.isEmpty() && !cause.equals(told.put("", cause))) {
      lines.add("… " + cause);
    }
    return lines;
  }

  private static String words(JsonNode condition) {
    var message = condition.path("message").asText();
    return message.isEmpty() ? condition.path("reason").asText() : message;
  }

  static boolean ready(JsonNode cluster) {
    for (var condition : cluster.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True")
            && condition.path("observedGeneration").asLong()
                == cluster.at("/metadata/generation").asLong();
      }
    }
    return false;
  }

  /** Asleep, or falling asleep. */
  static boolean asleep(JsonNode cluster) {
    return cluster.at("/status/phase").asText().equals("Sleeping");
  }

  /** Why it is not Ready; empty when it is, or nobody has said yet. */
  static String cause(JsonNode cluster) {
    return cluster.at("/status/cause/what").asText();
  }
}
