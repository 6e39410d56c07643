package dev.butlerlabs.butler.addons.catalog.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What a TenantAddon may say. */
public final class TenantAddonRules {

  private TenantAddonRules() {}

  /**
   * All that is wrong with the addon.
   *
   * @param platform whether the addon comes with its cluster
   * @param catalog all definitions, by name
   * @param others the other TenantAddons of the namespace, by name
   */
  public static List<Problem> check(
      String name,
      TenantAddonSpec spec,
      boolean platform,
      Map<String, AddonDefinitionSpec> catalog,
      Map<String, TenantAddonSpec> others,
      SourcePolicy policy) {
    var problems = new ArrayList<Problem>();
    var definition = Optional.ofNullable(spec.addon()).map(catalog::get);
    if (spec.helm() != null) {
      problems.addAll(chart(spec, spec.helm(), policy));
    } else if (definition.isEmpty()) {
      problems.add(
          new Problem(
              "spec.addon",
              "there is no AddonDefinition " + spec.addon(),
              "kubectl get addondefinitions lists those there are"));
    }
    definition.ifPresent(
        found -> problems.addAll(fromCatalog(spec, platform, found, catalog, others)));
    problems.addAll(release(name, spec, catalog, others));
    problems.addAll(cycle(name, spec, others));
    return List.copyOf(problems);
  }

  private static List<Problem> chart(
      TenantAddonSpec spec, TenantAddonSpec.HelmChart helm, SourcePolicy policy) {
    var version = spec.version() == null ? "" : spec.version();
    var problems =
        new ArrayList<>(Source.check("spec.helm", helm.repository(), helm.chart(), version));
    if (version.isEmpty()) {
      problems.add(
          new Problem(
              "spec.version",
              "a chart that is not in the catalog has no default version",
              "write the version that is wanted"));
    }
    policy.check("spec.helm", helm.repository()).ifPresent(problems::add);
    return problems;
  }

  private static List<Problem> fromCatalog(
      TenantAddonSpec spec,
      boolean platform,
      AddonDefinitionSpec definition,
      Map<String, AddonDefinitionSpec> catalog,
      Map<String, TenantAddonSpec> others) {
    var problems = new ArrayList<Problem>();
    if (definition.essential() && !platform) {
      problems.add(
          new Problem(
              "spec.addon",
              spec.addon() + " is a platform addon and comes with the cluster",
              "set its version and values in spec.addons of the TenantCluster"));
    }
    var defaults = definition.defaults() == null ? null : definition.defaults().values();
    var values = Values.over(defaults, spec.values());
    for (var required : definition.requiredValues()) {
      if (missing(values, required.path())) {
        problems.add(
            new Problem(
                "spec.values." + required.path(),
                spec.addon() + " does not work without it",
                required.description() == null ? "set it" : required.description()));
      }
    }
    others.forEach(
        (other, said) -> {
          var beside = said.addon() == null ? null : catalog.get(said.addon());
          if (beside != null
              && sameCluster(spec, said)
              && (definition.conflicts().contains(said.addon())
                  || beside.conflicts().contains(spec.addon()))) {
            problems.add(
                new Problem(
                    "spec.addon",
                    "%s cannot stand beside %s, which TenantAddon %s installs"
                        .formatted(spec.addon(), said.addon(), other),
                    "remove one of them first"));
          }
        });
    return problems;
  }

  private static boolean missing(JsonNode values, String path) {
    var found = values.at("/" + path.replace('.', '/'));
    return found.isMissingNode()
        || found.isNull()
        || (found.isTextual() && found.asText().isBlank())
        || (found.isContainerNode() && found.isEmpty());
  }

  /** One owner per release of a cluster, and never in the place of the platform. */
  private static List<Problem> release(
      String name,
      TenantAddonSpec spec,
      Map<String, AddonDefinitionSpec> catalog,
      Map<String, TenantAddonSpec> others) {
    var mine = releaseOf(name, spec, catalog);
    var problems = new ArrayList<Problem>();
    if (spec.helm() != null) {
      PlatformReleases.owner(mine, catalog)
          .ifPresent(
              owner ->
                  problems.add(
                      new Problem(
                          "spec.helm.releaseName",
                          "release %s is that of the platform addon %s".formatted(mine, owner),
                          "choose another release name or namespace")));
    }
    others.forEach(
        (other, said) -> {
          if (sameCluster(spec, said) && releaseOf(other, said, catalog).equals(mine)) {
            problems.add(
                new Problem(
                    "spec",
                    "release %s on cluster %s is that of TenantAddon %s"
                        .formatted(mine, spec.clusterRef().name(), other),
                    "edit that one, or choose another release name"));
          }
        });
    return problems;
  }

  /** Where the addon is installed, written {@code namespace/release}. */
  static String releaseOf(
      String name, TenantAddonSpec spec, Map<String, AddonDefinitionSpec> catalog) {
    var helm = spec.helm();
    if (helm != null) {
      return given(helm.namespace(), name) + "/" + given(helm.releaseName(), name);
    }
    var addon = spec.addon() == null ? name : spec.addon();
    var definition = catalog.get(addon);
    return definition == null
        ? addon + "/" + addon
        : definition.namespaceFor(addon) + "/" + definition.releaseFor(addon);
  }

  private static List<Problem> cycle(
      String name, TenantAddonSpec spec, Map<String, TenantAddonSpec> others) {
    var needs = new HashMap<String, List<String>>();
    others.forEach((other, said) -> needs.put(other, names(said)));
    needs.put(name, names(spec));
    return new Dependencies(needs)
        .cycleThrough(name)
        .map(
            way ->
                List.of(
                    new Problem(
                        "spec.dependsOn",
                        "each would wait for the other: " + String.join(" → ", way),
                        "take one of them out")))
        .orElse(List.of());
  }

  private static List<String> names(TenantAddonSpec spec) {
    return spec.dependsOn().stream().map(LocalRef::name).toList();
  }

  private static boolean sameCluster(TenantAddonSpec one, TenantAddonSpec other) {
    return one.clusterRef().name().equals(other.clusterRef().name());
  }

  private static String given(@Nullable String text, String otherwise) {
    return text == null || text.isEmpty() ? otherwise : text;
  }
}
