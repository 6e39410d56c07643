package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.addons.admission.plan.Takeover;
import dev.butlerlabs.butler.addons.catalog.plan.CatalogRules;
import dev.butlerlabs.butler.addons.catalog.plan.ManagementAddonRules;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Whether an addon of the management cluster may be ordered, or changed. */
final class ManagementAddonRule implements Rule<ManagementAddon> {

  private final Records records;

  ManagementAddonRule(Records records) {
    this.records = records;
  }

  @Override
  public Ruling review(Request<ManagementAddon> request) {
    var addon = request.subject();
    var old = request.old();
    var catalog = records.catalogWith(addon.getSpec().addon());
    var problems = new ArrayList<>(judge(addon, catalog));
    if (old == null) {
      problems.addAll(beside(addon, catalog));
    }
    return Judgement.of(
        problems,
        old == null ? List.of() : judge(old, catalog),
        CatalogRules.absent(addon.getSpec().addon(), catalog).stream().toList(),
        CatalogRules.offered(
            addon.getSpec().addon(), addon.getSpec().version(), catalog, installed(old)),
        Stream.concat(
                ManagementAddonRules.leftOut(addon.getSpec(), catalog).stream()
                    .map(Problem::sentence),
                Takeover.warning(addon, old, told(old)).stream())
            .toList());
  }

  private List<Problem> beside(ManagementAddon addon, Map<String, AddonDefinitionSpec> catalog) {
    var others = new HashMap<>(records.management());
    others.remove(addon.getMetadata().getName());
    return ManagementAddonRules.beside(addon.getSpec(), catalog, others);
  }

  private List<Problem> judge(ManagementAddon addon, Map<String, AddonDefinitionSpec> catalog) {
    return ManagementAddonRules.check(
        addon.getMetadata().getName(), addon.getSpec(), catalog, records.sources());
  }

  private static List<Condition> told(@Nullable ManagementAddon old) {
    return old == null || old.getStatus() == null ? List.of() : old.getStatus().conditions();
  }

  private static String installed(@Nullable ManagementAddon old) {
    return old == null || old.getStatus() == null
        ? ""
        : Objects.requireNonNullElse(old.getStatus().installedVersion(), "");
  }
}
