package dev.butlerlabs.butler.kube.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What no rule may refuse. Each exemption is told twice: as an expression with which the API server
 * does not even call us, and as code for the case that it does.
 */
enum Exemption {

  /** Finalizers must come off whatever today's rules say of an object made under yesterday's. */
  BEING_DELETED(
      "not-being-deleted",
      "request.operation == 'DELETE' ? !has(oldObject.metadata.deletionTimestamp)"
          + " : !has(object.metadata.deletionTimestamp)") {
    @Override
    boolean holds(JsonNode request) {
      var which = request.path("operation").asText().equals("DELETE") ? "oldObject" : "object";
      return request.path(which).path("metadata").hasNonNull("deletionTimestamp");
    }
  },

  /** Labels, annotations and finalizers stay editable on objects that broke a rule before. */
  SAME_SPEC(
      "spec-changed",
      "request.operation != 'UPDATE' || has(object.spec) != has(oldObject.spec)"
          + " || (has(object.spec) && object.spec != oldObject.spec)") {
    @Override
    boolean holds(JsonNode request) {
      return request.path("operation").asText().equals("UPDATE")
          && request.path("object").path("spec").equals(request.path("oldObject").path("spec"));
    }
  };

  /** Both sides of a label, {@code ''} where it is missing. */
  private static final String LABEL_CHANGED =
      " || (has(object.metadata.labels) && '%1$s' in object.metadata.labels ?"
          + " object.metadata.labels['%1$s'] : '') != (has(oldObject.metadata.labels) && '%1$s' in"
          + " oldObject.metadata.labels ? oldObject.metadata.labels['%1$s'] : '')";

  private final String conditionName;
  private final String expression;

  Exemption(String conditionName, String expression) {
    this.conditionName = conditionName;
    this.expression = expression;
  }

  /** What must hold for us to be called: the opposite of the exemption. */
  String conditionName() {
    return conditionName;
  }

  /**
   * The condition in the API server's expression language (CEL).
   *
   * @param heeded labels that count like the spec
   */
  String expression(Set<String> heeded) {
    return this == SAME_SPEC
        ? expression
            + heeded.stream().sorted().map(LABEL_CHANGED::formatted).collect(Collectors.joining())
        : expression;
  }

  /** Whether the request is exempt. */
  abstract boolean holds(JsonNode request);

  /** Whether the request is exempt where these labels count like the spec. */
  boolean holds(JsonNode request, Set<String> heeded) {
    return holds(request)
        && (this != SAME_SPEC || heeded.stream().noneMatch(label -> changed(request, label)));
  }

  private static boolean changed(JsonNode request, String label) {
    return !label(request.path("object"), label).equals(label(request.path("oldObject"), label));
  }

  private static String label(JsonNode object, String label) {
    return object.path("metadata").path("labels").path(label).asText("");
  }
}
