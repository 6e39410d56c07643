package dev.butlerlabs.butler.addons.catalog.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who needs whom.
 *
 * @param needs by name; a name that is needed and has no entry is not there
 */
public record Dependencies(Map<String, List<String>> needs) {

  public Dependencies {
    needs = Map.copyOf(needs);
  }

  /** A way from the name back to itself, both ends included; nothing when there is none. */
  public Optional<List<String>> cycleThrough(String name) {
    return way(name, name, new LinkedHashSet<>(), new HashSet<>());
  }

  /** Those of {@code present} that need this one, directly or through others that are present. */
  public Set<String> dependents(String name, Set<String> present) {
    var found = new TreeSet<String>();
    var open = new ArrayList<>(List.of(name));
    while (!open.isEmpty()) {
      var one = open.removeLast();
      for (var other : present) {
        if (needs.getOrDefault(other, List.of()).contains(one) && found.add(other)) {
          open.add(other);
        }
      }
    }
    found.remove(name);
    return found;
  }

  private Optional<List<String>> way(
      String at, String goal, LinkedHashSet<String> walked, Set<String> seen) {
    walked.add(at);
    for (var next : needs.getOrDefault(at, List.of())) {
      if (next.equals(goal)) {
        var cycle = new ArrayList<>(walked);
        cycle.add(goal);
        return Optional.of(cycle);
      }
      if (seen.add(next)) {
        var found = way(next, goal, walked, seen);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    walked.removeLast();
    return Optional.empty();
  }
}
