package dev.butlerlabs.butler.addons.charts;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** What Helm made of a chart, object by object. */
record Rendered(String yaml, List<JsonNode> objects) {

  static Rendered of(String yaml) {
    var all = new ArrayList<JsonNode>();
    try (var documents = new YAMLMapper().readerFor(JsonNode.class).<JsonNode>readValues(yaml)) {
      documents.forEachRemaining(all::add);
    } catch (IOException broken) {
      throw new UncheckedIOException(broken);
    }
    return new Rendered(yaml, all.stream().filter(JsonNode::isObject).toList());
  }

  /** The text as it is, by the namespaces that objects name; those of the cluster are with none. */
  Map<String, String> byNamespace() {
    return Stream.of(yaml.split("(?m)^---$", -1))
        .filter(text -> !text.isBlank())
        .collect(
            Collectors.groupingBy(
                text -> of(text).objects().getFirst().at("/metadata/namespace").asText("default"),
                Collectors.joining("---")));
  }

  Stream<JsonNode> kinds(String... kinds) {
    return objects.stream().filter(one -> List.of(kinds).contains(one.path("kind").asText()));
  }

  /** Templates of pods. */
  Stream<JsonNode> pods() {
    return kinds("Deployment", "DaemonSet").map(one -> one.at("/spec/template"));
  }

  Stream<JsonNode> containers() {
    return pods().flatMap(pod -> each(pod.at("/spec/containers")));
  }

  List<String> images() {
    return containers().map(one -> one.path("image").asText()).toList();
  }

  List<String> arguments(String container) {
    return containers()
        .filter(one -> one.path("name").asText().equals(container))
        .flatMap(one -> each(one.path("args")))
        .map(JsonNode::asText)
        .toList();
  }

  /** All that anybody gets a right to. */
  Stream<JsonNode> rules() {
    return kinds("Role", "ClusterRole").flatMap(one -> each(one.path("rules")));
  }

  static Stream<JsonNode> each(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
