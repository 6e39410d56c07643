package dev.butlerlabs.butler.providers.simulators.nutanix;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** An API as its published definition has it: which calls there are, and what each takes. */
final class Schema {

  private final List<Call> calls = new ArrayList<>();
  private final Map<String, Map<String, Field>> definitions = new LinkedHashMap<>();
  private final Map<String, List<String>> alternatives = new LinkedHashMap<>();

  private Schema() {}

  /**
   * One call.
   *
   * @param body the definition of what is sent, or empty
   */
  record Call(String name, String method, Pattern path, String body) {}

  /** A call together with what stands in its path. */
  record Match(Call call, Map<String, String> parts) {
    String part(String name) {
      return parts.getOrDefault(name, "");
    }
  }

  static Schema load(String table) {
    var schema = new Schema();
    try (var in = Schema.class.getResourceAsStream(table)) {
      if (in == null) {
        throw new IllegalStateException(table + " is not beside Schema");
      }
      new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .map(line -> line.split("\t", -1))
          .forEach(schema::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return schema;
  }

  private void add(String[] cells) {
    if (cells[0].equals("call")) {
      var at = cells[1].indexOf(' ');
      var path = cells[1].substring(at + 1).replace("$", "\\$");
      calls.add(
          new Call(
              cells[1],
              cells[1].substring(0, at),
              Pattern.compile(path.replaceAll("\\{(\\w+)\\}", "(?<$1>[^/]+)")),
              cells[2]));
    } else if (cells[2].equals("oneof")) {
      alternatives.put(cells[0], List.of(cells[4].split(" ", -1)));
    } else {
      definitions
          .computeIfAbsent(cells[0], _ -> new LinkedHashMap<>())
          .put(cells[1], Field.of(cells));
    }
  }

  Optional<Match> find(String method, String path) {
    for (var call : calls) {
      var match = call.path().matcher(path);
      if (call.method().equals(method) && match.matches()) {
        var parts = new LinkedHashMap<String, String>();
        match.namedGroups().keySet().forEach(name -> parts.put(name, match.group(name)));
        return Optional.of(new Match(call, parts));
      }
    }
    return Optional.empty();
  }

  /** Names of all calls, as the table has them. */
  List<String> calls() {
    return calls.stream().map(Call::name).toList();
  }

  /** Everything wrong with a body, by the path of the field. */
  Map<String, String> problems(String definition, JsonNode body) {
    var problems = new TreeMap<String, String>();
    check(definition, "", body, problems);
    return problems;
  }

  private void check(String definition, String at, JsonNode value, Map<String, String> problems) {
    if (!value.isObject()) {
      Field.not(value, "object").ifPresent(problem -> problems.put(at, problem));
      return;
    }
    var fields = definitions.getOrDefault(definition, Map.of());
    for (var entry : value.properties()) {
      var field = fields.getOrDefault(entry.getKey(), fields.get("*"));
      if (field == null) {
        problems.put(
            at,
            "Additional properties are not allowed ('%s' was unexpected)"
                .formatted(entry.getKey()));
      } else {
        checkField(field, below(at, entry.getKey()), entry.getValue(), problems);
      }
    }
    for (var field : fields.values()) {
      if (field.required() && !value.has(field.name())) {
        problems.put(at, "'" + field.name() + "' is a required property");
      }
    }
    var choice = alternatives.get(definition);
    if (choice != null && choice.stream().filter(value::has).count() != 1) {
      problems.put(at, "exactly one of " + choice + " is needed");
    }
  }

  private void checkField(Field field, String at, JsonNode value, Map<String, String> problems) {
    if (field.type().startsWith("[]")) {
      if (value.isArray()) {
        for (var i = 0; i < value.size(); i++) {
          checkField(field.member(), at + "." + i, value.get(i), problems);
        }
      } else {
        Field.not(value, "array").ifPresent(problem -> problems.put(at, problem));
      }
    } else if (field.type().startsWith("{}")) {
      if (value.isObject()) {
        value
            .properties()
            .forEach(
                entry ->
                    checkField(
                        field.member(), below(at, entry.getKey()), entry.getValue(), problems));
      } else {
        Field.not(value, "object").ifPresent(problem -> problems.put(at, problem));
      }
    } else if (field.type().startsWith("one:")) {
      var kinds = List.of(field.type().substring("one:".length()).split(",", -1));
      var kind = value.path("$objectType").asText("");
      if (kinds.contains(kind)) {
        check(kind, at, value, problems);
      } else {
        problems.put(at, "$objectType '" + kind + "' is not one of " + kinds);
      }
    } else if (field.type().startsWith("ref:")) {
      check(field.type().substring("ref:".length()), at, value, problems);
    } else {
      field.problem(value).ifPresent(problem -> problems.put(at, problem));
    }
  }

  private static String below(String at, String name) {
    return at.isEmpty() ? name : at + "." + name;
  }
}
