package dev.butlerlabs.butler.providers.simulators.aws;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * A service's calls as AWS's own model has them: what each takes, and what may be in its answer.
 */
final class ServiceModel {

  private static final Pattern NUMBER = Pattern.compile("\\.\\d+(?=\\.|$)");
  private static final Set<String> COMMON = Set.of("Action", "Version");

  private final Map<String, Map<String, Parameter>> calls = new LinkedHashMap<>();
  private final Map<String, Set<String>> answers = new LinkedHashMap<>();

  private ServiceModel() {}

  static ServiceModel load(String service) {
    var model = new ServiceModel();
    rows(
        service + "-calls.tsv",
        cells -> {
          var parameters = model.calls.computeIfAbsent(cells[0], _ -> new TreeMap<>());
          if (!cells[1].isEmpty()) {
            parameters.put(cells[1], Parameter.of(cells));
          }
        });
    rows(
        service + "-answers.tsv",
        cells -> model.answers.computeIfAbsent(cells[0], _ -> new TreeSet<>()).add(cells[1]));
    return model;
  }

  private static void rows(String file, Consumer<String[]> row) {
    try (var in = ServiceModel.class.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException(file + " is not beside ServiceModel");
      }
      new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .map(line -> line.split("\t", -1))
          .forEach(row);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Set<String> calls() {
    return calls.keySet();
  }

  boolean knows(String call) {
    return calls.containsKey(call);
  }

  /** The first thing that is wrong with these fields. */
  Optional<Problem> problem(String call, Map<String, String> fields) {
    var parameters = calls.getOrDefault(call, Map.of());
    for (var field : fields.entrySet()) {
      var shape = NUMBER.matcher(field.getKey()).replaceAll("[]");
      var parameter = parameters.get(shape);
      if (COMMON.contains(field.getKey())) {
        continue;
      }
      if (parameter == null || !parameter.scalar()) {
        return Optional.of(new Problem(Kind.UNKNOWN, field.getKey(), field.getValue(), ""));
      }
      var wrong = parameter.wrong(field.getValue());
      if (wrong.isPresent()) {
        return Optional.of(new Problem(Kind.WRONG, field.getKey(), field.getValue(), wrong.get()));
      }
    }
    return missing(parameters, fields);
  }

  private static Optional<Problem> missing(
      Map<String, Parameter> parameters, Map<String, String> fields) {
    var parents = parents(fields.keySet());
    for (var parameter : parameters.values()) {
      var dot = parameter.path().lastIndexOf('.');
      var parentShape = dot < 0 ? "" : parameter.path().substring(0, dot);
      var last = parameter.path().substring(dot + 1);
      for (var parent : parents) {
        var wanted = parent.isEmpty() ? last : parent + "." + last;
        if (parameter.required()
            && NUMBER.matcher(parent).replaceAll("[]").equals(parentShape)
            && !fields.containsKey(wanted)
            && !parents.contains(wanted)) {
          return Optional.of(new Problem(Kind.MISSING, wanted, "", ""));
        }
      }
    }
    return Optional.empty();
  }

  /** Everything that stands before a dot, and nothing at all. */
  private static Set<String> parents(Set<String> names) {
    var parents = new LinkedHashSet<String>();
    parents.add("");
    for (var name : names) {
      for (var dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
        parents.add(name.substring(0, dot));
      }
    }
    return parents;
  }

  /** Elements of an answer that the model does not have. */
  Set<String> strangers(String call, List<Element> answer) {
    var paths = new TreeSet<String>();
    answer.forEach(element -> element.paths("", paths));
    paths.removeAll(answers.getOrDefault(call, Set.of("return")));
    return paths;
  }

  enum Kind {
    UNKNOWN,
    MISSING,
    WRONG
  }

  record Problem(Kind kind, String parameter, String value, String why) {}

  private record Parameter(String path, boolean required, String type, Map<String, String> limits) {

    static Parameter of(String[] cells) {
      var limits = new TreeMap<String, String>();
      Arrays.stream(cells[4].split(" ", -1))
          .filter(limit -> !limit.isEmpty())
          .map(limit -> limit.split("=", 2))
          .forEach(pair -> limits.put(pair[0], pair[1]));
      return new Parameter(cells[1], cells[2].equals("required"), cells[3], limits);
    }

    boolean scalar() {
      return !type.equals("structure") && !type.equals("list");
    }

    Optional<String> wrong(String value) {
      return switch (type) {
        case "integer" ->
            value.matches("-?\\d{1,18}")
                ? outside(Long.parseLong(value))
                : Optional.of("It must be an integer");
        case "boolean" ->
            value.matches("true|false")
                ? Optional.empty()
                : Optional.of("It must be true or false");
        default -> oneOf(value).or(() -> outside(value.length()));
      };
    }

    private Optional<String> oneOf(String value) {
      var known = limits.get("values");
      return known == null || List.of(known.split("\\|", -1)).contains(value)
          ? Optional.empty()
          : Optional.of("It must be one of " + known.replace("|", ", "));
    }

    private Optional<String> outside(long size) {
      var least = Long.parseLong(limits.getOrDefault("min", String.valueOf(Long.MIN_VALUE)));
      var most = Long.parseLong(limits.getOrDefault("max", String.valueOf(Long.MAX_VALUE)));
      return size < least || size > most
          ? Optional.of("It must be between %d and %d".formatted(least, most))
          : Optional.empty();
    }
  }
}
