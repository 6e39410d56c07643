package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.ManagementAddonSpec;
import dev.butlerlabs.butler.api.addons.UpgradePolicy.Mode;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What a ManagementAddon may say. */
public final class ManagementAddonRules {

  private ManagementAddonRules() {}

  /**
   * All that is wrong with the addon; that its definition is not there is told by {@link
   * CatalogRules#absent}.
   *
   * @param name of the addon, and of its release
   */
  public static List<Problem> check(
      String name,
      ManagementAddonSpec spec,
      Map<String, AddonDefinitionSpec> catalog,
      SourcePolicy policy) {
    var problems = new ArrayList<>(Upgrades.check(spec.upgradePolicy()));
    if (spec.upgradePolicy() != null && spec.upgradePolicy().mode() == Mode.WAVES) {
      problems.add(
          new Problem(
              "spec.upgradePolicy.mode",
              "only TenantAddons follow the waves of a rollout",
              "write Manual, Patch or Window"));
    }
    var definition = catalog.get(spec.addon());
    if (definition != null) {
      problems.addAll(
          CatalogRules.check(spec.addon(), definition, spec.version(), spec.values(), policy));
      problems.addAll(Parameters.unknown(definition, spec.values(), true));
    }
    ReleaseKey.wrongName(name)
        .map(trouble -> new Problem("metadata.name", trouble, "choose another name"))
        .ifPresent(problems::add);
    return List.copyOf(problems);
  }

  /** What is known of TenantClusters only and is left out here, because nobody gave it. */
  public static List<Problem> leftOut(
      ManagementAddonSpec spec, Map<String, AddonDefinitionSpec> catalog) {
    var definition = catalog.get(spec.addon());
    return definition == null ? List.of() : Parameters.unknown(definition, spec.values(), false);
  }

  /**
   * That it excludes another one. Who is there already stays.
   *
   * @param others definitions of the other ManagementAddons, by the name of the addon
   */
  public static List<Problem> beside(
      ManagementAddonSpec spec,
      Map<String, AddonDefinitionSpec> catalog,
      Map<String, String> others) {
    return others.entrySet().stream()
        .filter(other -> excludes(spec.addon(), other.getValue(), catalog))
        .map(
            other ->
                new Problem(
                    "spec.addon",
                    "%s cannot stand beside %s, which ManagementAddon %s installs"
                        .formatted(spec.addon(), other.getValue(), other.getKey()),
                    "remove one of them first"))
        .toList();
  }

  private static boolean excludes(
      String one, String other, Map<String, AddonDefinitionSpec> catalog) {
    return conflicts(one, other, catalog) || conflicts(other, one, catalog);
  }

  private static boolean conflicts(
      String one, String other, Map<String, AddonDefinitionSpec> catalog) {
    var definition = catalog.get(one);
    return definition != null && definition.conflicts().contains(other);
  }
}
