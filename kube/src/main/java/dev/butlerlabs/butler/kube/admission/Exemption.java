package dev.butlerlabs.butler.kube.admission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;
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
   * @param heeded what counts like the spec
   */
  String expression(Set<Heeded> heeded) {
    return this == SAME_SPEC
        ? expression
            + heeded.stream()
                .sorted(Comparator.comparing(Heeded::part).thenComparing(Heeded::name))
                .map(one -> " || " + one.expression())
                .collect(Collectors.joining())
        : expression;
  }

  /** Whether the request is exempt. */
  abstract boolean holds(JsonNode request);

  /** Whether the request is exempt where these count like the spec. */
  boolean holds(JsonNode request, Set<Heeded> heeded) {
    return holds(request)
        && (this != SAME_SPEC || heeded.stream().noneMatch(one -> one.changedBy(request)));
  }
}
