package dev.butlerlabs.butler.providers.simulators.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Pattern;

/** One page of a v4 list: {@code $filter}, {@code $page} and {@code $limit}. */
final class V4Page {

  private static final Pattern TERM = Pattern.compile("(\\w+) eq '((?:[^']|'')*)'");
  private static final int USUAL = 50;
  private static final int LARGEST = 100;

  private V4Page() {}

  static <T> Response of(
      Request request,
      List<T> all,
      BiFunction<T, String, String> field,
      Function<T, ObjectNode> words) {
    var query = request.query();
    var limit = number(query, "$limit", USUAL);
    if (limit < 1 || limit > LARGEST) {
      throw V4Shapes.refused("$limit", "must be between 1 and " + LARGEST);
    }
    var filter = query.getOrDefault("$filter", "");
    var shown = all.stream().filter(row -> matches(row, filter, field)).toList();
    return Response.json(
        200, V4Words.page(shown, number(query, "$page", 0), limit, words).toString());
  }

  private static int number(Map<String, String> query, String name, int usual) {
    var text = query.getOrDefault(name, Integer.toString(usual));
    if (!text.matches("\\d{1,6}")) {
      throw V4Shapes.refused(name, "'" + text + "' is no number");
    }
    return Integer.parseInt(text);
  }

  private static <T> boolean matches(T row, String filter, BiFunction<T, String, String> field) {
    if (filter.isEmpty()) {
      return true;
    }
    for (var part : filter.split(" and ", -1)) {
      var term = TERM.matcher(part);
      if (!term.matches()) {
        throw V4Shapes.refused("$filter", "the filter cannot be read: " + filter);
      }
      if (!field.apply(row, term.group(1)).equals(term.group(2).replace("''", "'"))) {
        return false;
      }
    }
    return true;
  }
}
