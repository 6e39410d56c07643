package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.HealthRule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a definition asks for beside the workloads of its chart.
 *
 * @param nodes whether the cluster has any
 */
record Demands(List<HealthRule> rules, boolean nodes) {

  private static final Demands NONE = new Demands(List.of(), false);

  Demands {
    rules = List.copyOf(rules);
  }

  static Demands none() {
    return NONE;
  }

  /** Those of the entry that the addon names, if there is one. */
  static Demands of(
      @Nullable String definition, Map<String, AddonDefinitionSpec> catalog, boolean nodes) {
    var found = definition == null ? null : catalog.get(definition);
    return found == null ? NONE : new Demands(found.health(), nodes);
  }
}
