package dev.butlerlabs.butler.api.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** Schemas of values that Kubernetes itself defines. */
final class WellKnown {

  static final String QUANTITY_PATTERN =
      "^(\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))"
          + "(([KMGTPE]i)|[numkMGTPE]|([eE](\\+|-)?(([0-9]+(\\.[0-9]*)?)|(\\.[0-9]+))))?$";

  private static final String QUALIFIED_NAME =
      "^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?"
          + "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$";

  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private WellKnown() {}

  static ObjectNode condition() {
    var schema =
        NODES
            .objectNode()
            .put("type", "object")
            .put(
                "description", "One fact about the object: whether it holds, why, and since when.");
    var required = schema.putArray("required");
    List.of("type", "status", "reason", "message", "lastTransitionTime").forEach(required::add);
    var fields = schema.putObject("properties");
    text(fields, "type", "What the fact is about, for example Ready.")
        .put("maxLength", 316)
        .put("pattern", QUALIFIED_NAME);
    var status = text(fields, "status", "True, False, or Unknown when nobody could look.");
    List.of("True", "False", "Unknown").forEach(status.putArray("enum")::add);
    text(fields, "reason", "One word for programs: why the status is what it is.")
        .put("minLength", 1)
        .put("maxLength", 1024)
        .put("pattern", "^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$");
    text(fields, "message", "One sentence for people: why, and what happens or helps next.")
        .put("maxLength", 32768);
    text(fields, "lastTransitionTime", "Since when the status has been what it is.")
        .put("format", "date-time");
    fields
        .putObject("observedGeneration")
        .put("type", "integer")
        .put("format", "int64")
        .put("minimum", 0)
        .put("description", "Which metadata.generation of the spec was looked at.");
    return schema;
  }

  private static ObjectNode text(ObjectNode fields, String name, String description) {
    return fields.putObject(name).put("type", "string").put("description", description);
  }
}
