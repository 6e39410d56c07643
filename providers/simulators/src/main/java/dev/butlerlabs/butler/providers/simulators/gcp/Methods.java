package dev.butlerlabs.butler.providers.simulators.gcp;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Google's methods as its discovery documents have them: paths, parameters, bodies. */
final class Methods {

  private static final Pattern PART = Pattern.compile("\\{([A-Za-z]+)}");

  private final List<Method> methods = new ArrayList<>();
  private final List<Parameter> everywhere = new ArrayList<>();

  /** One parameter, in the path or the query. */
  record Parameter(String name, boolean inPath, String type, boolean required, String pattern) {}

  /**
   * One method.
   *
   * @param id as in {@code compute.instances.insert}
   * @param body name of its schema, or empty
   */
  record Method(String id, String http, String path, String body, List<Parameter> parameters) {}

  /** A method together with what stands in its path. */
  record Match(Method method, Map<String, String> parts) {
    String part(String name) {
      return parts.getOrDefault(name, "");
    }

    String id() {
      return method.id();
    }
  }

  private Methods() {}

  static Methods load() {
    var methods = new Methods();
    var byId = new LinkedHashMap<String, Method>();
    for (var cells : Tables.rows("methods.tsv")) {
      if (cells.size() == 4) {
        byId.put(
            cells.getFirst(),
            new Method(cells.get(0), cells.get(1), cells.get(2), cells.get(3), new ArrayList<>()));
      } else {
        var parameter =
            new Parameter(
                cells.get(1),
                cells.get(2).equals("path"),
                cells.get(3),
                cells.get(4).equals("required"),
                cells.get(5));
        var method = byId.get(cells.getFirst());
        (method == null ? methods.everywhere : method.parameters()).add(parameter);
      }
    }
    methods.methods.addAll(byId.values());
    return methods;
  }

  int size() {
    return methods.size();
  }

  /** The method of this call, with its path and query checked. */
  Optional<Match> find(String http, String path, Map<String, String> query) {
    for (var method : methods) {
      var match = Pattern.compile(pattern(method.path())).matcher(path);
      if (method.http().equals(http) && match.matches()) {
        var parts = new LinkedHashMap<String, String>();
        match.namedGroups().keySet().forEach(name -> parts.put(name, match.group(name)));
        check(method, parts, query);
        return Optional.of(new Match(method, parts));
      }
    }
    return Optional.empty();
  }

  private static String pattern(String path) {
    var quoted = path.replace(".", "\\.");
    return PART.matcher(quoted)
        .replaceAll(
            part -> "(?<$1>" + (part.group(1).equals("resource") ? "[^:]+" : "[^/]+") + ")");
  }

  private void check(Method method, Map<String, String> parts, Map<String, String> query) {
    for (var parameter : method.parameters()) {
      var value = (parameter.inPath() ? parts : query).get(parameter.name());
      if (value == null && parameter.required()) {
        throw new Refused(
            400, "required", "Required parameter '" + parameter.name() + "' not specified");
      }
      if (value != null && !fits(parameter, value)) {
        throw Refused.invalid(
            parameter.name(), value, "Must be a match of regex '" + parameter.pattern() + "'");
      }
    }
    for (var name : query.keySet()) {
      if (known(method, name).isEmpty()) {
        throw new Refused(
            400,
            "badRequest",
            "Invalid JSON payload received. Unknown name \"%s\": Cannot bind query parameter. Field '%s' could not be found in request message."
                .formatted(name, name));
      }
    }
  }

  private Optional<Parameter> known(Method method, String name) {
    return Stream.concat(method.parameters().stream(), everywhere.stream())
        .filter(parameter -> !parameter.inPath() && parameter.name().equals(name))
        .findFirst();
  }

  private static boolean fits(Parameter parameter, String value) {
    var type = parameter.type().replaceFirst(":.*", "");
    return switch (type) {
      case "integer" -> value.matches("\\d{1,9}");
      case "boolean" -> value.matches("true|false");
      default -> parameter.pattern().isEmpty() || value.matches(parameter.pattern());
    };
  }
}
