package dev.butlerlabs.butler.steward.plane.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The command line of a program, sorted by flag and made anew each time. */
public final class Flags {

  private final Map<String, List<String>> all = new TreeMap<>();

  public Flags set(String name, String... values) {
    all.put(name, List.of(values));
    return this;
  }

  public Flags set(String name, List<String> values) {
    all.put(name, List.copyOf(values));
    return this;
  }

  /** The user's flags replace ours. */
  public Flags overriddenBy(List<String> arguments) {
    all.putAll(parse(arguments));
    return this;
  }

  /** The user's flags fill in where we set none. */
  public Flags completedBy(List<String> arguments) {
    parse(arguments).forEach(all::putIfAbsent);
    return this;
  }

  public List<String> render() {
    var line = new ArrayList<String>();
    all.forEach(
        (name, values) ->
            values.forEach(
                value -> line.add(value.isEmpty() ? name(name) : name(name) + "=" + value)));
    return line;
  }

  private static String name(String flag) {
    return "--" + flag;
  }

  /** Flags by name; one that is given several times keeps all its values. */
  static Map<String, List<String>> parse(List<String> arguments) {
    var found = new LinkedHashMap<String, List<String>>();
    for (var argument : arguments) {
      var text = argument.strip().replaceFirst("^-+", "");
      var cut = text.indexOf('=');
      var name = cut < 0 ? text : text.substring(0, cut);
      if (!name.isEmpty()) {
        found
            .computeIfAbsent(name, _ -> new ArrayList<>())
            .add(cut < 0 ? "" : text.substring(cut + 1));
      }
    }
    return found;
  }
}
