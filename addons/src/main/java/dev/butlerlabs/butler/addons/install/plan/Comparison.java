package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Where an object is not as a release has it. Values are compared and never told. */
public final class Comparison {

  private static final Set<String> SERVER_KEPT =
      Set.of(
          "managedFields",
          "resourceVersion",
          "uid",
          "creationTimestamp",
          "generation",
          "selfLink",
          "deletionTimestamp",
          "deletionGracePeriodSeconds");

  private Comparison() {}

  /**
   * Fields that the manifest sets and that look otherwise on the cluster. Too many rather than too
   * few: how the API server writes a quantity or sorts a list is not known here. When none is
   * found, there is no drift.
   */
  public static List<FieldPath> suspicions(JsonNode manifest, JsonNode live) {
    var found = new ArrayList<FieldPath>();
    within(FieldPath.ROOT, manifest, live, found);
    return found;
  }

  private static void within(
      FieldPath path, JsonNode wanted, JsonNode live, List<FieldPath> found) {
    if (wanted.isNull() || (wanted.isContainerNode() && wanted.isEmpty() && absent(live))) {
      return;
    }
    if (wanted.isObject() && live.isObject()) {
      wanted
          .properties()
          .forEach(
              one ->
                  within(path.field(one.getKey()), one.getValue(), live.path(one.getKey()), found));
    } else if (wanted.isArray() && live.isArray() && wanted.size() == live.size()) {
      for (var i = 0; i < wanted.size(); i++) {
        within(path.item(i), wanted.get(i), live.get(i), found);
      }
    } else if (!wanted.equals(live)) {
      found.add(path);
    }
  }

  private static boolean absent(JsonNode live) {
    return live.isMissingNode() || live.isNull() || (live.isContainerNode() && live.isEmpty());
  }

  /**
   * Where two looks at the same object differ, but for what the server keeps and what its
   * controller reports.
   */
  public static List<FieldPath> between(JsonNode before, JsonNode after) {
    var found = new ArrayList<FieldPath>();
    differences(FieldPath.ROOT, before, after, found);
    return found;
  }

  private static void differences(
      FieldPath path, JsonNode before, JsonNode after, List<FieldPath> found) {
    if (before.equals(after) || (absent(before) && absent(after)) || skipped(path)) {
      return;
    }
    if (before.isObject() && after.isObject()) {
      for (var name : names(before, after)) {
        differences(path.field(name), before.path(name), after.path(name), found);
      }
    } else if (before.isArray() && after.isArray() && before.size() == after.size()) {
      for (var i = 0; i < before.size(); i++) {
        differences(path.item(i), before.get(i), after.get(i), found);
      }
    } else {
      found.add(path);
    }
  }

  private static boolean skipped(FieldPath path) {
    var steps = path.steps();
    return switch (steps.size()) {
      case 1 -> steps.getFirst().equals("status");
      case 2 -> steps.getFirst().equals("metadata") && SERVER_KEPT.contains(steps.getLast());
      default -> false;
    };
  }

  private static Set<String> names(JsonNode one, JsonNode other) {
    var names = new TreeSet<String>();
    one.fieldNames().forEachRemaining(names::add);
    other.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
