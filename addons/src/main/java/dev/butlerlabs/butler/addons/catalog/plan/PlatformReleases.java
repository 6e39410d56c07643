package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Releases that belong to definitions, written {@code namespace/name}. */
final class PlatformReleases {

  private PlatformReleases() {}

  /** The release of the chart itself and those of the charts before it. */
  static Set<String> of(String name, AddonDefinitionSpec spec) {
    var namespace = spec.namespaceFor(name);
    var all = new TreeSet<String>();
    all.add(namespace + "/" + spec.releaseFor(name));
    for (var first : spec.prerequisites()) {
      var release = first.releaseName();
      all.add(namespace + "/" + (release == null || release.isEmpty() ? first.chart() : release));
    }
    return all;
  }

  /** The platform addon whose release that is. */
  static Optional<String> owner(String release, Map<String, AddonDefinitionSpec> catalog) {
    return catalog.entrySet().stream()
        .filter(entry -> entry.getValue().essential())
        .filter(entry -> of(entry.getKey(), entry.getValue()).contains(release))
        .map(Map.Entry::getKey)
        .sorted()
        .findFirst();
  }
}
