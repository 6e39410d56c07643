package dev.butlerlabs.butler.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * The parts of one benchmark, which are run all, or by name and size.
 *
 * @param benchmark the name people type before them
 */
record Parts(String benchmark, List<Part> all) {

  Parts {
    all = List.copyOf(all);
  }

  /** How they are asked for, in words. */
  String about() {
    return "all, or only these [PART[=SIZE]...] of " + names();
  }

  private List<String> names() {
    return all.stream().map(Part::name).toList();
  }

  List<Figure> run(List<String> arguments) throws Exception {
    var wanted = new LinkedHashMap<Part, Integer>();
    for (var argument : arguments) {
      var words = argument.split("=", 2);
      var part = named(words[0]);
      wanted.put(part, words.length == 1 ? part.size() : WrongArgument.size(words[1]));
    }
    if (wanted.isEmpty()) {
      all.forEach(part -> wanted.put(part, part.size()));
    }
    var figures = new ArrayList<Figure>();
    for (var part : wanted.entrySet()) {
      System.err.printf("measuring %s (%d) ...%n", part.getKey().name(), part.getValue());
      figures.addAll(part.getKey().run(part.getValue()));
    }
    return figures;
  }

  private Part named(String name) {
    return all.stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new WrongArgument(
                    "%s has no part \"%s\"; it has %s".formatted(benchmark, name, names())));
  }
}
