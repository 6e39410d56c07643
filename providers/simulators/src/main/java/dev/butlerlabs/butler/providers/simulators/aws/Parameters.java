package dev.butlerlabs.butler.providers.simulators.aws;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The parameters of a call, or those below one of them. */
record Parameters(Map<String, String> all) {

  Parameters {
    all = Map.copyOf(all);
  }

  String text(String name) {
    return all.getOrDefault(name, "");
  }

  Optional<String> find(String name) {
    return Optional.ofNullable(all.get(name));
  }

  int number(String name, int otherwise) {
    return find(name).map(Integer::parseInt).orElse(otherwise);
  }

  boolean isTrue(String name) {
    return text(name).equals("true");
  }

  boolean has(String name) {
    return all.keySet().stream().anyMatch(key -> key.equals(name) || key.startsWith(name + "."));
  }

  /** The texts {@code name.1}, {@code name.2} and so on. */
  List<String> texts(String name) {
    var found = new ArrayList<String>();
    for (var i = 1; all.containsKey(name + "." + i); i++) {
      found.add(text(name + "." + i));
    }
    return found;
  }

  /** What stands below {@code name.1}, {@code name.2} and so on. */
  List<Parameters> list(String name) {
    var found = new ArrayList<Parameters>();
    for (var i = 1; has(name + "." + i); i++) {
      found.add(below(name + "." + i));
    }
    return found;
  }

  Parameters below(String name) {
    var below = new TreeMap<String, String>();
    all.forEach(
        (key, value) -> {
          if (key.startsWith(name + ".")) {
            below.put(key.substring(name.length() + 1), value);
          }
        });
    return new Parameters(below);
  }

  /** Keys and values of a list of tags. */
  Map<String, String> tags(String list) {
    var tags = new TreeMap<String, String>();
    list(list).forEach(tag -> tags.put(tag.text("Key"), tag.text("Value")));
    return tags;
  }
}
