package dev.butlerlabs.butler.providers.simulators.aws;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The filters of a describing call: values of one are alternatives, and all of them must hold. */
final class Filters {

  private final List<Parameters> filters;

  private Filters(List<Parameters> filters) {
    this.filters = filters;
  }

  static Filters of(Parameters call) {
    return new Filters(call.list("Filter"));
  }

  /**
   * True for what passes all.
   *
   * @param attributes by the names filters have; a filter of another name is refused
   */
  boolean pass(Map<String, String> tags, Map<String, List<String>> attributes) {
    return filters.stream()
        .allMatch(
            filter -> {
              var name = filter.text("Name");
              var found =
                  name.startsWith("tag:")
                      ? List.of(tags.getOrDefault(name.substring(4), "\0"))
                      : attributes.get(name);
              if (found == null) {
                throw Refused.because(
                    "InvalidParameterValue", "The filter '" + name + "' is invalid");
              }
              return filter.texts("Value").stream().anyMatch(value -> matches(found, value));
            });
  }

  private static boolean matches(List<String> found, String wanted) {
    if (wanted.indexOf('*') < 0 && wanted.indexOf('?') < 0) {
      return found.contains(wanted);
    }
    var parts = new StringBuilder();
    for (var i = 0; i < wanted.length(); i++) {
      var c = wanted.charAt(i);
      parts.append(c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(String.valueOf(c)));
    }
    return found.stream().anyMatch(text -> text.matches(parts.toString()));
  }

  /** One page of a list, and where the next begins. */
  record Page<T>(List<T> rows, String next) {

    Page {
      rows = List.copyOf(rows);
    }

    static <T> Page<T> of(List<T> all, Parameters call, int longest) {
      var least = call.text("Action").equals("DescribeInstances") ? 5 : 1;
      var size = call.number("MaxResults", 1000);
      if (size < least || size > 1000) {
        throw Refused.value("MaxResults", String.valueOf(size), "It must be within the range.");
      }
      return of(all, call.find("NextToken").orElse("page-0"), Math.min(size, longest));
    }

    /** As Elastic Load Balancing does it. */
    static <T> Page<T> marked(List<T> all, Parameters call, int longest) {
      var size = Math.min(call.number("PageSize", 400), longest);
      return of(all, call.find("Marker").orElse("page-0"), size);
    }

    private static <T> Page<T> of(List<T> all, String token, int size) {
      if (!token.matches("page-\\d{1,6}")) {
        throw Refused.because("InvalidNextToken", "The token '" + token + "' is invalid");
      }
      var from = Math.min(all.size(), Integer.parseInt(token.substring(5)));
      var to = Math.min(all.size(), from + size);
      return new Page<>(all.subList(from, to), to < all.size() ? "page-" + to : "");
    }

    Element items(String name, Function<T, Element> item) {
      return Element.items(name, rows, item);
    }

    Element token() {
      return Element.leaf("nextToken", next);
    }
  }
}
