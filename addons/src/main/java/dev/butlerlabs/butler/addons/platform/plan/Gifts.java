package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.addons.catalog.plan.CatalogRules;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a team gives its new clusters besides what comes with them anyway.
 *
 * @param definitions still to be ordered
 * @param refused what cannot be had
 */
record Gifts(List<String> definitions, List<Problem> refused) {

  private static final String FIELD = "clusterDefaults.defaultAddons of the team";

  Gifts {
    definitions = List.copyOf(definitions);
    refused = List.copyOf(refused);
  }

  /**
   * Sorts them out.
   *
   * @param chosen what comes with the cluster
   */
  static Gifts of(Question asked, Set<String> chosen) {
    var definitions = new ArrayList<String>();
    var refused = new ArrayList<Problem>();
    for (var name : asked.defaults()) {
      var definition = asked.catalog().get(name);
      if (chosen.contains(name)
          || asked.ordered().contains(name)
          || Question.SAID_IN_MANIFEST.contains(name)) {
        continue;
      }
      if (definition == null) {
        CatalogRules.absent(FIELD, name, asked.catalog()).ifPresent(refused::add);
      } else if (definition.essential()) {
        refused.add(
            new Problem(
                FIELD,
                name + " comes with clusters that need it, and this one does not",
                "take it out of the Team"));
      } else {
        definitions.add(name);
      }
    }
    return new Gifts(definitions, refused);
  }
}
