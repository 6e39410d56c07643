package dev.butlerlabs.butler.providers.simulators.azure;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.providers.simulators.wire.Request;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Resource Manager's calls as Microsoft publishes them. */
final class Definition {

  private final List<Operation> operations = rows("operations.tsv").map(Operation::of).toList();

  /** One call; {@code model} names the shape of its body, or is empty. */
  record Operation(
      String method,
      String template,
      Pattern path,
      String version,
      Set<String> query,
      Set<String> conditions,
      String model) {

    static Operation of(String[] cells) {
      var path =
          Pattern.compile(
              cells[1].replace(".", "\\.").replaceAll("\\{(\\w+)\\}", "(?<$1>[^/]+)"),
              Pattern.CASE_INSENSITIVE);
      return new Operation(
          cells[0], cells[1], path, cells[2], words(cells[3]), words(cells[4]), cells[5]);
    }

    private static Set<String> words(String cell) {
      return Arrays.stream(cell.split(",", -1))
          .filter(word -> !word.isEmpty())
          .collect(Collectors.toSet());
    }

    /** Its kind of resource as roles name it: {@code Microsoft.Compute/virtualMachines}. */
    String kind() {
      if (!template.contains("/providers/")) {
        return "Microsoft.Resources/subscriptions/resourceGroups";
      }
      return template
          .substring(template.indexOf("/providers/") + "/providers/".length())
          .replace("/vmimage", "")
          .replaceAll("/\\{\\w+\\}", "");
    }

    /** What a role must allow. */
    String action() {
      return kind()
          + switch (method) {
            case "GET" -> "/read";
            case "PUT" -> "/write";
            case "DELETE" -> "/delete";
            default -> "/action";
          };
    }

    String key() {
      return method + " " + kind() + (template.endsWith("}") ? "" : "*");
    }
  }

  /** A call together with what stands in its path. */
  record Match(Operation operation, Map<String, String> parts, String id) {

    String part(String name) {
      return parts.getOrDefault(name, "");
    }

    String group() {
      return part("resourceGroupName");
    }

    /** The last name in the path. */
    String name() {
      return id.substring(id.lastIndexOf('/') + 1);
    }
  }

  static Stream<String[]> rows(String file) {
    try (var in = Definition.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is not beside Definition");
      }
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .map(line -> line.split("\t", -1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  int size() {
    return operations.size();
  }

  /** The call a request makes, or Azure's words about what is wrong with it. */
  Match require(Request request) {
    var found =
        operations.stream()
            .filter(operation -> operation.path().matcher(request.path()).matches())
            .toList();
    if (found.isEmpty()) {
      throw new Refused(
          404,
          "InvalidResourceType",
          "The resource type could not be found in the namespace for '" + request.path() + "'.");
    }
    var operation =
        found.stream()
            .filter(one -> one.method().equals(request.method()))
            .findFirst()
            .orElseThrow(
                () ->
                    new Refused(
                        405,
                        "HttpMethodNotAllowed",
                        "The http method '%s' is not supported for a resource."
                            .formatted(request.method())));
    version(operation, request.query().getOrDefault("api-version", ""));
    request.query().keySet().stream()
        .filter(name -> !name.equals("api-version") && !name.equals("$skiptoken"))
        .filter(name -> !operation.query().contains(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw Refused.badRequest(
                  "InvalidParameter", "The query parameter '" + name + "' is not supported.");
            });
    return match(operation, request.path());
  }

  private static void version(Operation operation, String asked) {
    if (asked.isEmpty()) {
      throw Refused.badRequest(
          "MissingApiVersionParameter",
          "The api-version query parameter (?api-version=) is required for all requests.");
    }
    if (!asked.equals(operation.version())) {
      throw Refused.badRequest(
          "InvalidApiVersionParameter",
          "The api-version '%s' is invalid. The supported versions are '%s'."
              .formatted(asked, operation.version()));
    }
  }

  private static Match match(Operation operation, String path) {
    var match = operation.path().matcher(path);
    var parts = new LinkedHashMap<String, String>();
    if (match.matches()) {
      match.namedGroups().keySet().forEach(name -> parts.put(name, match.group(name)));
    }
    return new Match(operation, parts, path);
  }
}
