package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.install.plan.Needs;
import dev.butlerlabs.butler.addons.install.plan.Stage;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.kube.Cache;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Who needs whom on the management cluster, as definitions say. */
final class ManagementNeeds {

  private ManagementNeeds() {}

  /** What an addon waits for, one clause each. */
  static List<String> unmet(
      ManagementAddon addon, Map<String, AddonDefinitionSpec> catalog, Cache cache) {
    var definition = catalog.get(addon.getSpec().addon());
    return definition == null ? List.of() : Needs.unmet(definition, serving(cache));
  }

  private static Set<String> serving(Cache cache) {
    return cache.list(AddonKinds.MANAGEMENT).stream()
        .filter(one -> ManagementStatus.read(one, Instant.EPOCH).stage() == Stage.INSTALLED)
        .map(one -> one.getSpec().addon())
        .collect(Collectors.toSet());
  }

  /** Those who have a release and need it; they go first. */
  static Set<String> dependents(
      ManagementAddon addon, Map<String, AddonDefinitionSpec> catalog, Cache cache) {
    var found = new TreeSet<String>();
    for (var other : cache.list(AddonKinds.MANAGEMENT)) {
      var definition = catalog.get(other.getSpec().addon());
      if (definition != null
          && definition.dependsOn().contains(addon.getSpec().addon())
          && ManagementStatus.read(other, Instant.EPOCH).facts().release() != null) {
        found.add(other.getMetadata().getName());
      }
    }
    return found;
  }
}
