package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
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
    var problems = new ArrayList<>(absent(spec, catalog).stream().toList());
    if (spec.helm() != null) {
      problems.addAll(chart(name, spec, spec.helm(), policy));
    }
    var addon = given(spec.addon(), "");
    var definition = catalog.get(addon);
    if (definition != null) {
      problems.addAll(CatalogRules.check(addon, definition, spec.version(), spec.values(), policy));
      problems.addAll(fromCatalog(spec, platform, definition, catalog, others));
    }
    problems.addAll(Upgrades.check(spec.upgradePolicy()));
    problems.addAll(release(name, spec, catalog, others));
    problems.addAll(cycle(name, spec, others));
    return List.copyOf(problems);
  }

  /** That what it names is not in the catalog; it may still come. */
  public static Optional<Problem> absent(
      TenantAddonSpec spec, Map<String, AddonDefinitionSpec> catalog) {
    return spec.helm() != null
        ? Optional.empty()
        : CatalogRules.absent(given(spec.addon(), ""), catalog);
  }

  /** A release stays where it was put. */
  public static Problem moved(String from, String to) {
    return new Problem(
        "spec.helm.releaseName",
        "release %s cannot become %s".formatted(from, to),
        "delete this TenantAddon and create another one, or write the old name again");
  }

  private static List<Problem> chart(
      String name, TenantAddonSpec spec, TenantAddonSpec.HelmChart helm, SourcePolicy policy) {
    var version = spec.version() == null ? "" : spec.version();
    var problems =
        new ArrayList<>(
            Source.check(
                "spec.helm.repository", helm.repository(), "spec.helm.chart", helm.chart()));
    if (version.isEmpty()) {
      problems.add(
          new Problem(
              "spec.version",
              "a chart that is not in the catalog has no default version",
              "write the version that is wanted"));
    } else {
      Source.version("spec.version", version).ifPresent(problems::add);
    }
    policy.check("spec.helm.repository", helm.repository()).ifPresent(problems::add);
    ReleaseKey.wrongNamespace(given(helm.namespace(), name))
        .map(trouble -> new Problem("spec.helm.namespace", trouble, "choose another name"))
        .ifPresent(problems::add);
    ReleaseKey.wrongName(given(helm.releaseName(), name))
        .map(trouble -> new Problem("spec.helm.releaseName", trouble, "choose another name"))
        .ifPresent(problems::add);
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
  public static String releaseOf(
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
