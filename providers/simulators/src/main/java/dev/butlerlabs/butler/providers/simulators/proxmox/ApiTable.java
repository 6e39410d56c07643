package dev.butlerlabs.butler.providers.simulators.proxmox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Proxmox's API as its schema has it: which calls there are, and what each takes. */
final class ApiTable {

  private final List<Endpoint> endpoints;

  private ApiTable(List<Endpoint> endpoints) {
    this.endpoints = endpoints;
  }

  /** One call, and the parts of its path by name once a path has matched. */
  record Endpoint(String method, String template, Pattern path, List<Parameter> parameters) {

    Endpoint {
      parameters = List.copyOf(parameters);
    }

    /** Everything wrong with these fields, by field, in Proxmox's words. */
    Map<String, String> problems(Map<String, String> fields) {
      var problems = new TreeMap<String, String>();
      fields.forEach(
          (name, value) ->
              parameters.stream()
                  .filter(parameter -> parameter.matches(name))
                  .findFirst()
                  .map(parameter -> parameter.problem(name, value))
                  .orElse(
                      Optional.of(
                          "property is not defined in schema and the schema does not allow"
                              + " additional properties"))
                  .ifPresent(problem -> problems.put(name, problem)));
      parameters.stream()
          .filter(Parameter::required)
          .filter(parameter -> fields.keySet().stream().noneMatch(parameter::matches))
          .forEach(
              parameter ->
                  problems.put(parameter.name(), "property is missing and it is not optional"));
      return problems;
    }
  }

  /** A call together with what stands in its path. */
  record Match(Endpoint endpoint, Map<String, String> parts) {}

  static ApiTable load() {
    var endpoints = new LinkedHashMap<String, List<Parameter>>();
    try (var in = ApiTable.class.getResourceAsStream("api.tsv")) {
      if (in == null) {
        throw new IllegalStateException("api.tsv is not beside ApiTable");
      }
      new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .map(line -> line.split("\t", -1))
          .forEach(
              cells -> {
                var parameters = endpoints.computeIfAbsent(cells[0], _ -> new ArrayList<>());
                if (!cells[1].isEmpty()) {
                  parameters.add(Parameter.of(cells));
                }
              });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new ApiTable(
        endpoints.entrySet().stream()
            .map(entry -> endpoint(entry.getKey(), entry.getValue()))
            .toList());
  }

  private static Endpoint endpoint(String call, List<Parameter> parameters) {
    var at = call.indexOf(' ');
    var template = call.substring(at + 1);
    var path = Pattern.compile(template.replaceAll("\\{([a-z]+)\\}", "(?<$1>[^/]+)"));
    return new Endpoint(call.substring(0, at), template, path, parameters);
  }

  int size() {
    return endpoints.size();
  }

  Optional<Match> find(String method, String path) {
    for (var endpoint : endpoints) {
      var match = endpoint.path().matcher(path);
      if (endpoint.method().equals(method) && match.matches()) {
        var parts = new LinkedHashMap<String, String>();
        match.namedGroups().keySet().forEach(name -> parts.put(name, match.group(name)));
        return Optional.of(new Match(endpoint, parts));
      }
    }
    return Optional.empty();
  }
}
