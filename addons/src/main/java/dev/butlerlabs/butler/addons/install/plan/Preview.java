package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What an upgrade would change: objects and fields, never values. Labels that only name the version
 * of the chart do not count.
 */
public record Preview(List<String> added, List<String> changed, List<String> removed) {

  /** More than this many would fill a status. */
  private static final int TOLD = 20;

  private static final int FIELDS = 3;
  private static final Set<String> VERSION_LABELS =
      Set.of("helm.sh/chart", "app.kubernetes.io/version");

  public Preview {
    added = List.copyOf(added);
    changed = List.copyOf(changed);
    removed = List.copyOf(removed);
  }

  /** Of what changes nothing. */
  public static Preview none() {
    return new Preview(List.of(), List.of(), List.of());
  }

  /** Of the objects of a release as they are and as they would be. */
  public static Preview between(List<ObjectNode> before, List<ObjectNode> after) {
    var old = byPart(before);
    var fresh = byPart(after);
    var added = new ArrayList<String>();
    var changed = new ArrayList<String>();
    var removed = new ArrayList<String>();
    fresh.forEach(
        (part, object) -> {
          var was = old.get(part);
          if (was == null) {
            added.add(part.toString());
          } else {
            var fields = Comparison.between(was, object).stream().filter(Preview::matters).toList();
            if (!fields.isEmpty()) {
              changed.add("%s: %s".formatted(part, names(fields)));
            }
          }
        });
    old.keySet().stream()
        .filter(part -> !fresh.containsKey(part))
        .forEach(part -> removed.add(part.toString()));
    return new Preview(added, changed, removed);
  }

  /** Both together. */
  public Preview and(Preview other) {
    return new Preview(
        both(added, other.added), both(changed, other.changed), both(removed, other.removed));
  }

  private static List<String> both(List<String> some, List<String> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private static Map<Part, ObjectNode> byPart(List<ObjectNode> objects) {
    var parts = new LinkedHashMap<Part, ObjectNode>();
    objects.forEach(object -> parts.put(part(object), object));
    return parts;
  }

  private static Part part(JsonNode object) {
    var version = object.path("apiVersion").asText();
    var slash = version.indexOf('/');
    var metadata = object.path("metadata");
    return new Part(
        slash < 0 ? "" : version.substring(0, slash),
        object.path("kind").asText(),
        metadata.path("namespace").asText(""),
        metadata.path("name").asText());
  }

  private static boolean matters(FieldPath path) {
    return VERSION_LABELS.stream().noneMatch(path::endsWith);
  }

  private static String names(List<FieldPath> fields) {
    var some =
        fields.stream().limit(FIELDS).map(FieldPath::toString).collect(Collectors.joining(", "));
    return fields.size() <= FIELDS
        ? some
        : "%s and %d more".formatted(some, fields.size() - FIELDS);
  }

  /** In numbers. */
  public String summary() {
    return added.isEmpty() && changed.isEmpty() && removed.isEmpty()
        ? "no object would change"
        : "%d added, %d changed, %d removed"
            .formatted(added.size(), changed.size(), removed.size());
  }

  /** One line for each object, what goes first. */
  public List<String> lines() {
    var all =
        Stream.of(
                removed.stream().map(one -> "removes " + one),
                changed.stream().map(one -> "changes " + one),
                added.stream().map(one -> "adds " + one))
            .flatMap(lines -> lines)
            .toList();
    if (all.size() <= TOLD) {
      return all;
    }
    var some = new ArrayList<>(all.subList(0, TOLD));
    some.add("and %d more".formatted(all.size() - TOLD));
    return List.copyOf(some);
  }
}
