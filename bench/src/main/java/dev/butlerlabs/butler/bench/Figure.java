package dev.butlerlabs.butler.bench;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/**
 * One measured value beside what it is held against.
 *
 * @param goal in words, what the value should be
 * @param limit what the bare parts, or the other contender, cost in the same run
 */
@JsonPropertyOrder({"name", "value", "unit", "goal", "limit", "met", "detail"})
public record Figure(
    String name, double value, String unit, String goal, double limit, boolean met, String detail) {

  /** The figure as one line of JSON. */
  public String json() {
    try {
      return new ObjectMapper().writeValueAsString(this);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a figure cannot be written as JSON", impossible);
    }
  }
}
