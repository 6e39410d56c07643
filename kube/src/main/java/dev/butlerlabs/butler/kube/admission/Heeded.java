package dev.butlerlabs.butler.kube.admission;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Metadata that counts like the spec: a change of it alone is asked about.
 *
 * @param part of the metadata, as the API spells it
 * @param name of the label or annotation
 */
public record Heeded(String part, String name) {

  static Heeded label(String name) {
    return new Heeded("labels", name);
  }

  static Heeded annotation(String name) {
    return new Heeded("annotations", name);
  }

  /**
   * Whether it changes, in the API server's expression language (CEL); where it is missing, {@code
   * ''} stands for it.
   */
  String expression() {
    return ("(has(object.metadata.%1$s) && '%2$s' in object.metadata.%1$s ?"
            + " object.metadata.%1$s['%2$s'] : '') != (has(oldObject.metadata.%1$s) && '%2$s' in"
            + " oldObject.metadata.%1$s ? oldObject.metadata.%1$s['%2$s'] : '')")
        .formatted(part, name);
  }

  /** Whether it changes. */
  boolean changedBy(JsonNode request) {
    return !text(request.path("object")).equals(text(request.path("oldObject")));
  }

  private String text(JsonNode object) {
    return object.path("metadata").path(part).path(name).asText("");
  }
}
