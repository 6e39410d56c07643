package dev.butlerlabs.butler.steward.admission.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A field as the API server names it: {@code spec.tolerations[0].key}. */
public record FieldPath(List<Step> steps) {

  private static final Pattern STEP = Pattern.compile("\\[(\\d+)]|([^.\\[\\]]+)");

  /** One step down: into a field or to an item. */
  public sealed interface Step {

    /** A field of an object. */
    record Field(String name) implements Step {}

    /** An item of a list. */
    record Item(int index) implements Step {}
  }

  public FieldPath {
    steps = List.copyOf(steps);
  }

  public static FieldPath of(String text) {
    var steps = new ArrayList<Step>();
    var matcher = STEP.matcher(text);
    while (matcher.find()) {
      steps.add(
          matcher.group(1) == null
              ? new Step.Field(matcher.group(2))
              : new Step.Item(Integer.parseInt(matcher.group(1))));
    }
    return new FieldPath(steps);
  }

  FieldPath field(String name) {
    return then(new Step.Field(name));
  }

  FieldPath item(int index) {
    return then(new Step.Item(index));
  }

  private FieldPath then(Step step) {
    return new FieldPath(Stream.concat(steps.stream(), Stream.of(step)).toList());
  }

  boolean within(FieldPath outer) {
    return steps.size() >= outer.steps.size()
        && steps.subList(0, outer.steps.size()).equals(outer.steps);
  }

  /** The same field, seen from another place: {@code outer} becomes {@code other}. */
  FieldPath moved(FieldPath outer, FieldPath other) {
    var rest = steps.subList(outer.steps.size(), steps.size());
    return new FieldPath(Stream.concat(other.steps.stream(), rest.stream()).toList());
  }

  JsonNode in(JsonNode tree) {
    var at = tree;
    for (var step : steps) {
      at =
          switch (step) {
            case Step.Field(var name) -> at.path(name);
            case Step.Item(var index) -> at.path(index);
          };
    }
    return at;
  }

  /** All fields or items right below. */
  List<FieldPath> children(JsonNode tree) {
    var children = new ArrayList<FieldPath>();
    switch (in(tree)) {
      case ObjectNode object -> object.fieldNames().forEachRemaining(n -> children.add(field(n)));
      case ArrayNode array -> {
        for (var i = 0; i < array.size(); i++) {
          children.add(item(i));
        }
      }
      default -> {}
    }
    return children;
  }

  /** A copy of the tree that lacks this field. */
  JsonNode removedFrom(JsonNode tree) {
    var copy = tree.deepCopy();
    var parent = new FieldPath(steps.subList(0, steps.size() - 1)).in(copy);
    switch (steps.getLast()) {
      case Step.Field(var name) when parent instanceof ObjectNode object -> object.remove(name);
      case Step.Item(var index) when parent instanceof ArrayNode array -> array.remove(index);
      case Step _ -> {}
    }
    return copy;
  }

  boolean present(JsonNode tree) {
    return !(in(tree) instanceof MissingNode) && !in(tree).isNull();
  }

  @Override
  public String toString() {
    var text = new StringBuilder();
    for (var step : steps) {
      switch (step) {
        case Step.Field(var name) -> text.append(text.isEmpty() ? "" : ".").append(name);
        case Step.Item(var index) -> text.append('[').append(index).append(']');
      }
    }
    return text.toString();
  }
}
