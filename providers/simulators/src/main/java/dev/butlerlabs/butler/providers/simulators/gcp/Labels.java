package dev.butlerlabs.butler.providers.simulators.gcp;

import com.fasterxml.jackson.databind.JsonNode;

/** What Google takes as labels. */
final class Labels {

  private Labels() {}

  static void check(JsonNode labels) {
    if (labels.size() > 64) {
      throw Refused.invalid("labels", Integer.toString(labels.size()), "At most 64 labels.");
    }
    labels
        .properties()
        .forEach(
            label -> {
              if (!label.getKey().matches("[a-z][a-z0-9_-]{0,62}")) {
                throw Refused.invalid(
                    "labels",
                    label.getKey(),
                    "Label keys begin with a lower-case letter and hold at most 63 lower-case"
                        + " letters, digits, dashes and underscores.");
              }
              if (!label.getValue().asText().matches("[a-z0-9_-]{0,63}")) {
                throw Refused.invalid(
                    "labels",
                    label.getValue().asText(),
                    "Label values hold at most 63 lower-case letters, digits, dashes and"
                        + " underscores.");
              }
            });
  }
}
