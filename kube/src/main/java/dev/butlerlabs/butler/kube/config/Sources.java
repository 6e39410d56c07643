package dev.butlerlabs.butler.kube.config;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import dev.butlerlabs.butler.kernel.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where values come from: flags before environment variables before a file.
 *
 * @param problems what was wrong with the sources themselves
 */
public record Sources(
    Map<String, String> flags,
    Map<String, String> environment,
    Map<String, String> file,
    List<Problem> problems) {

  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  public Sources {
    flags = Map.copyOf(flags);
    environment = Map.copyOf(environment);
    file = Map.copyOf(file);
    problems = List.copyOf(problems);
  }

  /**
   * Takes the sources as {@code main} has them.
   *
   * @param arguments {@code --key=value}, {@code --key value}, or {@code --key} for true
   * @param file YAML, one {@code key: value} per line; null for none
   */
  public static Sources of(
      List<String> arguments, Map<String, String> environment, @Nullable Path file) {
    var problems = new ArrayList<Problem>();
    var flags = flags(arguments, problems);
    var fromFile = file == null ? Map.<String, String>of() : read(file, problems);
    return new Sources(flags, environment, fromFile, problems);
  }

  private static Map<String, String> flags(List<String> arguments, List<Problem> problems) {
    var flags = new LinkedHashMap<String, String>();
    for (var i = 0; i < arguments.size(); i++) {
      var argument = arguments.get(i);
      if (!argument.startsWith("--")) {
        problems.add(new Problem("argument " + (i + 1), "is no flag", "write it as --key=value"));
        continue;
      }
      var equals = argument.indexOf('=');
      var alone = i + 1 == arguments.size() || arguments.get(i + 1).startsWith("--");
      if (equals > 0) {
        flags.put(argument.substring(2, equals), argument.substring(equals + 1));
      } else {
        flags.put(argument.substring(2), alone ? "true" : arguments.get(++i));
      }
    }
    return flags;
  }

  private static Map<String, String> read(Path file, List<Problem> problems) {
    var values = new LinkedHashMap<String, String>();
    try {
      for (var field : YAML.readTree(Files.readAllBytes(file)).properties()) {
        if (field.getValue().isValueNode()) {
          values.put(field.getKey(), field.getValue().asText());
        } else {
          problems.add(
              new Problem(file + " " + field.getKey(), "is no single value", "write key: value"));
        }
      }
    } catch (JsonProcessingException broken) {
      // Its own message quotes the text around the error, which may be a secret.
      problems.add(new Problem(file.toString(), "is no YAML", "write key: value, one per line"));
    } catch (IOException missing) {
      problems.add(new Problem(file.toString(), "cannot be read", "check path and permissions"));
    }
    return values;
  }
}
