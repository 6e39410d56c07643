package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;

/** The way to a field of an object: names of fields, and places in lists. */
public record FieldPath(List<Object> steps) {

  static final FieldPath ROOT = new FieldPath(List.of());

  public FieldPath {
    steps = List.copyOf(steps);
  }

  /** From names; enough where no list lies on the way. */
  public static FieldPath of(String... names) {
    return new FieldPath(List.of((Object[]) names));
  }

  FieldPath field(String name) {
    return with(name);
  }

  FieldPath item(int index) {
    return with(index);
  }

  private FieldPath with(Object step) {
    var longer = new ArrayList<>(steps);
    longer.add(step);
    return new FieldPath(longer);
  }

  /** Whether the field is this one or lies in it. */
  boolean below(FieldPath other) {
    return steps.size() >= other.steps.size()
        && steps.subList(0, other.steps.size()).equals(other.steps);
  }

  boolean endsWith(String name) {
    return !steps.isEmpty() && steps.getLast().equals(name);
  }

  /** Takes the field out of the object, if it is there. */
  void remove(ObjectNode from) {
    JsonNode holder = from;
    for (var step : steps.subList(0, steps.size() - 1)) {
      holder = step instanceof Integer index ? holder.path(index) : holder.path((String) step);
    }
    switch (holder) {
      case ObjectNode object when steps.getLast() instanceof String name -> object.remove(name);
      case ArrayNode list when steps.getLast() instanceof Integer index -> list.remove(index);
      default -> {}
    }
  }

  /** {@code spec.containers[0].image}; names with dots stand in brackets. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    for (var step : steps) {
      if (step instanceof String name && name.indexOf('.') < 0) {
        text.append(text.isEmpty() ? "" : ".").append(name);
      } else {
        text.append('[').append(step).append(']');
      }
    }
    return text.toString();
  }
}
