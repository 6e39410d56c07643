package dev.butlerlabs.butler.addons.install;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.addons.install.plan.HealthRules;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.HealthRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a definition asks for beside the workloads of its chart.
 *
 * @param rules what has to hold once it is installed
 * @param first what has to be there before
 * @param nodes whether the cluster has any
 */
record Demands(List<HealthRule> rules, List<HealthRule> first, boolean nodes) {

  private static final Demands NONE = new Demands(List.of(), List.of(), false);

  Demands {
    rules = List.copyOf(rules);
    first = List.copyOf(first);
  }

  static Demands none() {
    return NONE;
  }

  /**
   * Those of the entry that the addon names, if there is one.
   *
   * @param own values of the addon
   */
  static Demands of(
      @Nullable String definition,
      @Nullable JsonNode own,
      Map<String, AddonDefinitionSpec> catalog,
      boolean nodes) {
    var found = definition == null ? null : catalog.get(definition);
    if (found == null) {
      return NONE;
    }
    var below = found.defaults() == null ? null : found.defaults().values();
    var values = Values.over(below, own);
    return new Demands(
        HealthRules.asked(found.health(), values),
        HealthRules.asked(found.preflight(), values),
        nodes);
  }

  /** What is asked for before the rest is. */
  Demands beforehand() {
    return new Demands(first, List.of(), nodes);
  }
}
