package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.Part;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What the watches show of a release's objects: not what they are, only when they become something
 * else.
 *
 * @param complete whether every kind was listed; until then there is news to come
 * @param blind whether a kind cannot be watched now
 * @param marks one text for each object, another one when the object changes
 */
record View(boolean complete, boolean blind, Map<Part, String> marks) {

  View {
    marks = Map.copyOf(marks);
  }

  /** Before it is known which kinds there are to be watched. */
  static View none() {
    return new View(true, false, Map.of());
  }

  /** What changed since: those that are new, other or gone. */
  Set<Part> since(Map<Part, String> before) {
    var changed = new HashSet<Part>();
    marks.forEach(
        (part, mark) -> {
          if (!mark.equals(before.get(part))) {
            changed.add(part);
          }
        });
    before.keySet().stream().filter(part -> !marks.containsKey(part)).forEach(changed::add);
    return changed;
  }
}
