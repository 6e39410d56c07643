package dev.butlerlabs.butler.steward.inside.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Objects written as YAML with holes such as {@code ${image}}. Holes are filled in the parsed tree,
 * so that what fills one cannot become anything but a value.
 */
final class Template {

  /** All kinds there are inside a tenant by our hand. */
  static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "ClusterRole", ClusterRole.class,
          "ClusterRoleBinding", ClusterRoleBinding.class,
          "ConfigMap", ConfigMap.class,
          "DaemonSet", DaemonSet.class,
          "Deployment", Deployment.class,
          "Role", Role.class,
          "RoleBinding", RoleBinding.class,
          "Service", Service.class,
          "ServiceAccount", ServiceAccount.class);

  private static final Pattern HOLE = Pattern.compile("\\$\\{(\\w+)}");
  private static final ObjectMapper MAPPER = WireFormat.mapper();
  private static final YAMLMapper YAML = new YAMLMapper();

  private final List<JsonNode> documents;

  private Template(List<JsonNode> documents) {
    this.documents = List.copyOf(documents);
  }

  /** Reads documents with a line of three dashes between them. */
  static Template of(String yaml) {
    var documents = new ArrayList<JsonNode>();
    for (var document : yaml.split("(?m)^---$", -1)) {
      documents.add(tree(document));
    }
    return new Template(documents);
  }

  private static JsonNode tree(String document) {
    try {
      return YAML.readTree(document);
    } catch (JsonProcessingException wrong) {
      throw new IllegalStateException("a template is not YAML: " + document, wrong);
    }
  }

  /**
   * The objects.
   *
   * @param values for every hole; a missing node leaves the field out that has the hole
   */
  List<HasMetadata> fill(Map<String, JsonNode> values) {
    var objects = new ArrayList<HasMetadata>();
    for (var document : documents) {
      var type = Objects.requireNonNull(KINDS.get(document.path("kind").asText()), "kind");
      objects.add(MAPPER.convertValue(filled(document, values), type));
    }
    return objects;
  }

  private static JsonNode filled(JsonNode node, Map<String, JsonNode> values) {
    return switch (node) {
      case ObjectNode object -> {
        var made = JsonNodeFactory.instance.objectNode();
        object
            .properties()
            .forEach(
                field -> {
                  var value = filled(field.getValue(), values);
                  if (!value.isMissingNode()) {
                    made.set(field.getKey(), value);
                  }
                });
        yield made;
      }
      case ArrayNode array -> {
        var made = JsonNodeFactory.instance.arrayNode();
        array.forEach(element -> made.add(filled(element, values)));
        yield made;
      }
      case TextNode text -> filled(text, values);
      default -> node;
    };
  }

  private static JsonNode filled(TextNode text, Map<String, JsonNode> values) {
    var hole = HOLE.matcher(text.asText());
    if (hole.matches()) {
      return value(hole.group(1), values);
    }
    return TextNode.valueOf(
        hole.reset()
            .replaceAll(found -> Matcher.quoteReplacement(value(found.group(1), values).asText())));
  }

  private static JsonNode value(String name, Map<String, JsonNode> values) {
    return Objects.requireNonNull(values.get(name), name);
  }
}
