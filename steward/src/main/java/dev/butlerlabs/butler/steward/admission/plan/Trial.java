package dev.butlerlabs.butler.steward.admission.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A Deployment made of nothing but a user's fragments and what any Deployment needs, with the way
 * back from each of its fields to the user's object.
 */
public record Trial(JsonNode deployment, List<Origin> origins) {

  private static final String NAME = "butler-admission-trial-";
  private static final String LABEL = "steward.butlerlabs.dev/trial";
  private static final FieldPath POD = FieldPath.of("spec.template.spec");

  /** Where a part of the Deployment came from. */
  public record Origin(FieldPath placed, FieldPath given) {}

  public Trial {
    origins = List.copyOf(origins);
  }

  /** Empty when the object has no fragment that is worth a trial. */
  public static Optional<Trial> of(JsonNode object, List<Fragment> fragments) {
    var deployment = skeleton();
    var origins = new ArrayList<Origin>();
    for (var fragment : fragments) {
      var value = fragment.given().in(object);
      if (worthTrying(value) && !fragment.isUsual(value)) {
        origins.addAll(place(deployment, fragment, value));
      }
    }
    padMounts(deployment);
    return origins.isEmpty() ? Optional.empty() : Optional.of(new Trial(deployment, origins));
  }

  private static boolean worthTrying(JsonNode value) {
    return value.isValueNode() ? !value.isNull() : !value.isEmpty();
  }

  /** The field in the user's object; empty when the field is none of theirs. */
  public Optional<FieldPath> given(FieldPath placed) {
    return origins.stream()
        .filter(origin -> placed.within(origin.placed()))
        .max(Comparator.comparingInt(origin -> origin.placed().steps().size()))
        .map(origin -> placed.moved(origin.placed(), origin.given()));
  }

  private static List<Origin> place(ObjectNode deployment, Fragment fragment, JsonNode value) {
    var parent = parent(deployment, fragment.placed());
    var name = ((FieldPath.Step.Field) fragment.placed().steps().getLast()).name();
    if (value instanceof ArrayNode items) {
      var list = parent.withArray(name);
      var origins = new ArrayList<Origin>();
      for (var i = 0; i < items.size(); i++) {
        origins.add(new Origin(fragment.placed().item(list.size()), fragment.given().item(i)));
        list.add(items.get(i).deepCopy());
      }
      return origins;
    }
    if (value instanceof ObjectNode entries && parent.get(name) instanceof ObjectNode present) {
      present.setAll(entries);
    } else {
      parent.set(name, value.deepCopy());
    }
    return List.of(new Origin(fragment.placed(), fragment.given()));
  }

  private static ObjectNode parent(ObjectNode tree, FieldPath path) {
    JsonNode at = tree;
    for (var step : path.steps().subList(0, path.steps().size() - 1)) {
      at = down(at, step);
    }
    return (ObjectNode) at;
  }

  private static JsonNode down(JsonNode at, FieldPath.Step step) {
    return switch (step) {
      case FieldPath.Step.Item(var index) -> at.path(index);
      case FieldPath.Step.Field(var name) ->
          at.path(name).isContainerNode() ? at.path(name) : ((ObjectNode) at).putObject(name);
    };
  }

  private static ObjectNode skeleton() {
    var root = JsonNodeFactory.instance.objectNode();
    root.put("apiVersion", "apps/v1").put("kind", "Deployment");
    root.putObject("metadata").put("generateName", NAME).putObject("labels");
    var spec = root.putObject("spec").put("replicas", 0);
    spec.putObject("selector").putObject("matchLabels").put(LABEL, "true");
    var template = spec.putObject("template");
    template.putObject("metadata").putObject("labels").put(LABEL, "true");
    var containers = template.putObject("spec").putArray("containers");
    for (var name : Fragment.CONTAINERS) {
      containers.addObject().put("name", name).put("image", name);
    }
    return root;
  }

  /** Added containers may mount Steward's own volumes, whose names are not known here. */
  private static void padMounts(ObjectNode deployment) {
    var pod = (ObjectNode) POD.in(deployment);
    var known = names(pod.path("volumes"));
    var wanted = new HashSet<String>();
    for (var list : List.of("initContainers", "containers")) {
      for (var container : pod.path(list)) {
        if (!Fragment.CONTAINERS.contains(container.path("name").asText())) {
          container.path("volumeMounts").forEach(m -> wanted.add(m.path("name").asText()));
        }
      }
    }
    wanted.removeAll(known);
    wanted.remove("");
    wanted.stream()
        .sorted()
        .forEach(n -> pod.withArray("volumes").addObject().put("name", n).putObject("emptyDir"));
  }

  private static Set<String> names(JsonNode list) {
    var names = new HashSet<String>();
    list.forEach(item -> names.add(item.path("name").asText()));
    return names;
  }
}
