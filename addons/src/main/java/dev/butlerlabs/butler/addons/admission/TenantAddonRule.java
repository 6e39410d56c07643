package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.addons.admission.plan.Claim;
import dev.butlerlabs.butler.addons.admission.plan.Takeover;
import dev.butlerlabs.butler.addons.catalog.plan.CatalogRules;
import dev.butlerlabs.butler.addons.catalog.plan.TeamRules;
import dev.butlerlabs.butler.addons.catalog.plan.TenantAddonRules;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.ObjectKey;
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

/** Whether an addon may be ordered, or changed, as its user wants. */
final class TenantAddonRule implements Rule<TenantAddon> {

  private final Records records;
  private final Self self;

  TenantAddonRule(Records records, Self self) {
    this.records = records;
    this.self = self;
  }

  @Override
  public Ruling review(Request<TenantAddon> request) {
    // What the manager orders was judged by its own plan.
    if (self.is(request.user())) {
      return Ruling.allowed();
    }
    var addon = request.subject();
    var old = request.old();
    if (old != null && Takeover.asksForNothingElse(addon, old)) {
      return Ruling.allowed(
          Takeover.warning(addon, old, told(old)).stream().toArray(String[]::new));
    }
    return judged(addon, old, request.key().namespace());
  }

  private Ruling judged(TenantAddon addon, @Nullable TenantAddon old, String namespace) {
    var catalog = records.catalogWith(Objects.requireNonNullElse(addon.getSpec().addon(), ""));
    var claims = Claim.check(addon, old, catalog, records.clusters(namespace));
    if (!claims.isEmpty() && old != null) {
      return Ruling.of(claims);
    }
    var others = others(name(addon), namespace);
    var problems = new ArrayList<>(claims);
    problems.addAll(judge(addon, catalog, others));
    if (old == null) {
      problems.addAll(forbidden(addon, namespace));
    }
    var before = new ArrayList<Problem>();
    if (old != null) {
      problems.addAll(moved(addon.getSpec(), old, catalog));
      before.addAll(judge(old, catalog, others));
      before.addAll(moved(old.getSpec(), old, catalog));
    }
    var spec = addon.getSpec();
    return Judgement.of(
        problems,
        before,
        TenantAddonRules.absent(spec, catalog).stream().toList(),
        CatalogRules.offered(spec.addon(), spec.version(), catalog, installed(old)),
        Takeover.warning(addon, old, told(old)).stream().toList());
  }

  private List<Problem> judge(
      TenantAddon addon,
      Map<String, AddonDefinitionSpec> catalog,
      Map<String, TenantAddonSpec> others) {
    return TenantAddonRules.check(
        name(addon), addon.getSpec(), false, catalog, others, records.sources());
  }

  private static List<Condition> told(@Nullable TenantAddon old) {
    return old == null || old.getStatus() == null ? List.of() : old.getStatus().conditions();
  }

  private static String installed(@Nullable TenantAddon old) {
    return old == null || old.getStatus() == null
        ? ""
        : Objects.requireNonNullElse(old.getStatus().installedVersion(), "");
  }

  /** What is there stays, whatever the team may install by now. */
  private List<Problem> forbidden(TenantAddon addon, String namespace) {
    var cluster = new ObjectKey(namespace, addon.getSpec().clusterRef().name());
    return records.team(cluster).stream()
        .flatMap(
            team ->
                Stream.ofNullable(team.getSpec())
                    .flatMap(spec -> Stream.ofNullable(spec.resourceLimits()))
                    .flatMap(
                        limits ->
                            TeamRules.check(team.getMetadata().getName(), limits, addon.getSpec())
                                .stream()))
        .toList();
  }

  private Map<String, TenantAddonSpec> others(String name, String namespace) {
    var others = new HashMap<String, TenantAddonSpec>();
    records.addons(namespace).stream()
        .filter(one -> !name(one).equals(name))
        .forEach(one -> others.put(name(one), one.getSpec()));
    return others;
  }

  /** Once Helm was asked, the release is where it is. */
  private static List<Problem> moved(
      TenantAddonSpec wanted, TenantAddon old, Map<String, AddonDefinitionSpec> catalog) {
    var status = old.getStatus();
    var release = status == null ? null : status.helmRelease();
    if (wanted.helm() == null || release == null) {
      return List.of();
    }
    var from = release.namespace() + "/" + release.name();
    var to = TenantAddonRules.releaseOf(name(old), wanted, catalog);
    return from.equals(to) ? List.of() : List.of(TenantAddonRules.moved(from, to));
  }

  private static String name(TenantAddon addon) {
    return Objects.requireNonNullElse(addon.getMetadata().getName(), "");
  }
}
