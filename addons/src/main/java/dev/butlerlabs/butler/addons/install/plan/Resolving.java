package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.catalog.plan.CatalogRules;
import dev.butlerlabs.butler.addons.catalog.plan.ClusterFacts;
import dev.butlerlabs.butler.addons.catalog.plan.ManagementAddonRules;
import dev.butlerlabs.butler.addons.catalog.plan.Parameters;
import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.addons.catalog.plan.TenantAddonRules;
import dev.butlerlabs.butler.addons.catalog.plan.Turn;
import dev.butlerlabs.butler.addons.catalog.plan.Upgrades;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.api.addons.ManagementAddonSpec;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Works out what Helm has to be told about an addon. */
public final class Resolving {

  private static final Turn NOBODY_FOLLOWS =
      new Turn.Later("only TenantAddons follow a rollout", Optional.empty());

  private Resolving() {}

  /**
   * An addon of a tenant.
   *
   * @param self the addon among its neighbours
   * @param neighbours the other TenantAddons of the namespace
   * @param known what is written down of its release
   * @param cluster what is known of the one it is on
   * @param turn whether others come first, if it follows the rollout of its definition
   */
  public static Resolution tenant(
      Neighbour self,
      List<Neighbour> neighbours,
      Map<String, AddonDefinitionSpec> catalog,
      Facts known,
      SourcePolicy policy,
      ClusterFacts cluster,
      Turn turn,
      Instant now) {
    var others = new HashMap<String, TenantAddonSpec>();
    neighbours.stream()
        .filter(other -> other.before(self))
        .forEach(other -> others.put(other.name(), other.spec()));
    var spec = self.spec();
    // Of what comes with a cluster the cluster's own version was judged.
    var version =
        self.platform()
            ? List.<Problem>of()
            : CatalogRules.offered(spec.addon(), spec.version(), catalog, known.version());
    Function<SourcePolicy, List<Problem>> rules =
        sources ->
            both(
                version,
                TenantAddonRules.check(
                    self.name(), spec, self.platform(), catalog, others, sources));
    var helm = spec.helm();
    return ruled(
        rules,
        policy,
        known,
        () ->
            helm == null
                ? fromCatalog(
                    spec, catalog, known, cluster, new Upgrades(spec.upgradePolicy(), turn, now))
                : fromChart(self, helm, known));
  }

  /**
   * Where charts may come from counts when Helm would be asked for one: what is installed stays,
   * whatever is decided about sources later.
   */
  private static Resolution ruled(
      Function<SourcePolicy, List<Problem>> rules,
      SourcePolicy policy,
      Facts known,
      Supplier<Resolution> work) {
    var problems = rules.apply(SourcePolicy.everything());
    if (!problems.isEmpty()) {
      return new Resolution.Faulty(problems);
    }
    var resolution = work.get();
    var asked = resolution instanceof Resolution.Clear(var wanted) && !wanted.standsIn(known);
    var forbidden = asked ? rules.apply(policy) : List.<Problem>of();
    return forbidden.isEmpty() ? resolution : new Resolution.Faulty(forbidden);
  }

  /** An addon of the management cluster: its name is that of the release. */
  public static Resolution management(
      String name,
      ManagementAddonSpec spec,
      Map<String, AddonDefinitionSpec> catalog,
      Facts known,
      SourcePolicy policy,
      Instant now) {
    var definition = catalog.get(spec.addon());
    if (definition == null) {
      return new Resolution.Faulty(CatalogRules.absent(spec.addon(), catalog).stream().toList());
    }
    var defaults = definition.defaults();
    var said = defaults == null ? "" : given(defaults.namespace());
    var namespace = said.isEmpty() ? name + "-system" : said;
    return ruled(
        sources ->
            both(
                CatalogRules.offered(spec.addon(), spec.version(), catalog, known.version()),
                ManagementAddonRules.check(name, spec, catalog, sources)),
        policy,
        known,
        () ->
            named(
                "metadata.name",
                () -> {
                  var place =
                      known.release() == null ? new ReleaseKey(namespace, name) : known.release();
                  return new CatalogOrder(
                          place,
                          given(spec.version()),
                          spec.values(),
                          spec.patches(),
                          definition,
                          Parameters.unfilled(definition),
                          new Upgrades(spec.upgradePolicy(), NOBODY_FOLLOWS, now))
                      .resolve(known);
                }));
  }

  private static Resolution fromCatalog(
      TenantAddonSpec spec,
      Map<String, AddonDefinitionSpec> catalog,
      Facts known,
      ClusterFacts cluster,
      Upgrades upgrades) {
    var addon = given(spec.addon());
    var definition = catalog.get(addon);
    if (definition == null) {
      throw new IllegalStateException("the rules let " + addon + " pass, which is in no catalog");
    }
    return named(
        "AddonDefinition " + addon,
        () -> {
          // A release stays where it was put, whatever the catalog says by now.
          var place =
              known.release() == null
                  ? new ReleaseKey(definition.namespaceFor(addon), definition.releaseFor(addon))
                  : known.release();
          return CatalogOrder.of(place, spec, definition, cluster, upgrades).resolve(known);
        });
  }

  /** Whether an addon has all that its definition offers; one that has nothing yet has not. */
  public static boolean through(
      TenantAddonSpec spec, AddonDefinitionSpec definition, ClusterFacts cluster, Facts known) {
    return known.release() != null
        && CatalogOrder.of(
                known.release(),
                spec,
                definition,
                cluster,
                new Upgrades(null, NOBODY_FOLLOWS, Instant.EPOCH))
            .through(known);
  }

  /** What names no release or namespace is for a person to change. */
  private static Resolution named(String field, Supplier<Resolution> work) {
    try {
      return work.get();
    } catch (IllegalArgumentException wrong) {
      return new Resolution.Faulty(
          List.of(new Problem(field, String.valueOf(wrong.getMessage()), "choose another name")));
    }
  }

  private static Resolution fromChart(Neighbour self, TenantAddonSpec.HelmChart helm, Facts known) {
    var name = self.name();
    var namespace = given(helm.namespace()).isEmpty() ? name : given(helm.namespace());
    var release = given(helm.releaseName()).isEmpty() ? name : given(helm.releaseName());
    return named(
        "spec.helm.releaseName",
        () -> {
          var place = new ReleaseKey(namespace, release);
          return known.release() != null && !known.release().equals(place)
              ? new Resolution.Faulty(
                  List.of(TenantAddonRules.moved(known.release().toString(), place.toString())))
              : new Resolution.Clear(chart(place, self, helm));
        });
  }

  private static Wanted chart(ReleaseKey place, Neighbour self, TenantAddonSpec.HelmChart helm) {
    var spec = self.spec();
    var ref = helm.credentialsRef();
    var credentials = ref == null ? null : new ObjectKey(self.namespace(), ref.name());
    var signed = helm.provenance();
    var keys = signed == null ? null : new ObjectKey(self.namespace(), signed.keysRef().name());
    var version = given(spec.version());
    var values = Values.over(null, spec.values());
    var parts =
        Stream.concat(
            Stream.of(place.toString(), helm.repository(), helm.chart(), version),
            Changes.marks(spec.patches()).stream());
    var order = Fingerprint.of(values, parts.toArray(String[]::new));
    return new Wanted(
        new Piece(place, helm.repository(), helm.chart(), version, "", credentials).signedBy(keys),
        List.of(),
        values,
        Changes.of(List.of(), spec.patches()),
        !Boolean.FALSE.equals(helm.createNamespace()),
        PodSecurity.BASELINE,
        CatalogOrder.USUAL,
        new Fingerprint(order, ""),
        new Offer.None(),
        Consent.NONE);
  }

  private static List<Problem> both(List<Problem> some, List<Problem> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  private static String given(@Nullable String text) {
    return text == null ? "" : text;
  }
}
