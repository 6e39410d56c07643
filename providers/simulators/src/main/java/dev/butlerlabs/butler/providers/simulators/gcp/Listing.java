package dev.butlerlabs.butler.providers.simulators.gcp;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Filters and pages of lists. */
final class Listing {

  private static final int MOST = 500;

  /** One comparison; several stand in parentheses beside each other, with AND between or not. */
  private static final Pattern COMPARISON =
      Pattern.compile(
          "\\s*(?:AND\\s+)?\\(?\\s*([A-Za-z][\\w.-]*)\\s*(=|!=)\\s*(?:\"([^\"]*)\"|([\\w./:-]+))\\s*\\)?");

  private final int pageSize;

  /**
   * @param pageSize the most that one page shows, whatever the caller asks for
   */
  Listing(int pageSize) {
    this.pageSize = pageSize;
  }

  /** One page of names with their resources, and the token of the next. */
  record Page(Map<String, ObjectNode> items, String next) {}

  Page page(Map<String, ObjectNode> all, Map<String, String> query) {
    var wanted = filter(query.getOrDefault("filter", ""));
    var names = new ArrayList<String>();
    all.forEach(
        (name, resource) -> {
          if (wanted.test(resource)) {
            names.add(name);
          }
        });
    var size = Integer.parseInt(query.getOrDefault("maxResults", Integer.toString(MOST)));
    if (size > MOST) {
      throw Refused.invalid("maxResults", Integer.toString(size), "Must be at most 500");
    }
    var start = start(query.getOrDefault("pageToken", ""));
    var end = Math.min(names.size(), start + Math.min(pageSize, size));
    var shown = new LinkedHashMap<String, ObjectNode>();
    names
        .subList(Math.min(start, end), end)
        .forEach(name -> shown.put(name, all.getOrDefault(name, empty()).deepCopy()));
    return new Page(shown, end < names.size() ? token(end) : "");
  }

  private static ObjectNode empty() {
    return JsonNodeFactory.instance.objectNode();
  }

  private static String token(int offset) {
    return Base64.getUrlEncoder().encodeToString(("page " + offset).getBytes(UTF_8));
  }

  private static int start(String token) {
    if (token.isEmpty()) {
      return 0;
    }
    try {
      return Integer.parseInt(
          new String(Base64.getUrlDecoder().decode(token), UTF_8).replace("page ", ""));
    } catch (IllegalArgumentException notOurs) {
      throw Refused.invalid("pageToken", token, "The page token is invalid.");
    }
  }

  static Predicate<JsonNode> filter(String text) {
    var match = COMPARISON.matcher(text);
    var comparisons = new ArrayList<Predicate<JsonNode>>();
    var end = 0;
    while (end < text.length() && match.find(end) && match.start() == end) {
      var value = match.group(3) == null ? match.group(4) : match.group(3);
      comparisons.add(comparison(match.group(1), match.group(2).equals("="), value));
      end = match.end();
    }
    if (end < text.length()) {
      throw Refused.invalid("filter", text, "Invalid list filter expression.");
    }
    return resource -> comparisons.stream().allMatch(one -> one.test(resource));
  }

  private static Predicate<JsonNode> comparison(String field, boolean equal, String value) {
    var path = List.of(field.split("\\.", -1));
    return resource -> {
      var at = resource;
      for (var step : path) {
        at = at.path(step);
      }
      return at.asText().equals(value) == equal;
    };
  }
}
