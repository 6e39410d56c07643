package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.catalog.plan.CatalogRules;
import dev.butlerlabs.butler.addons.catalog.plan.ManagementAddonRules;
import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.addons.catalog.plan.TenantAddonRules;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.api.addons.ManagementAddonSpec;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.kernel.Problem;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Works out what Helm has to be told about an addon. */
public final class Resolving {

  private static final Duration USUAL = Duration.ofMinutes(10);

  private Resolving() {}

  /**
   * An addon of a tenant.
   *
   * @param self the addon among its neighbours
   * @param neighbours the other TenantAddons of the namespace
   * @param known what is written down of its release
   */
  public static Resolution tenant(
      Neighbour self,
      List<Neighbour> neighbours,
      Map<String, AddonDefinitionSpec> catalog,
      Facts known,
      SourcePolicy policy) {
    var others = new HashMap<String, TenantAddonSpec>();
    neighbours.stream()
        .filter(other -> other.before(self))
        .forEach(other -> others.put(other.name(), other.spec()));
    var spec = self.spec();
    Function<SourcePolicy, List<Problem>> rules =
        sources ->
            TenantAddonRules.check(self.name(), spec, self.platform(), catalog, others, sources);
    var helm = spec.helm();
    return ruled(
        rules,
        policy,
        known,
        () ->
            helm == null
                ? fromCatalog(given(spec.addon()), spec.version(), spec.values(), catalog, known)
                : fromChart(self.name(), spec, helm, known));
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
    var asked =
        resolution instanceof Resolution.Clear(var wanted)
            && !known.applied().order().equals(wanted.fingerprint().order());
    var forbidden = asked ? rules.apply(policy) : List.<Problem>of();
    return forbidden.isEmpty() ? resolution : new Resolution.Faulty(forbidden);
  }

  /** An addon of the management cluster: its name is that of the release. */
  public static Resolution management(
      String name,
      ManagementAddonSpec spec,
      Map<String, AddonDefinitionSpec> catalog,
      Facts known) {
    return management(name, spec, catalog, known, SourcePolicy.everything());
  }

  /** The same where not every source is allowed. */
  public static Resolution management(
      String name,
      ManagementAddonSpec spec,
      Map<String, AddonDefinitionSpec> catalog,
      Facts known,
      SourcePolicy policy) {
    var definition = catalog.get(spec.addon());
    if (definition == null) {
      return new Resolution.Faulty(CatalogRules.absent(spec.addon(), catalog).stream().toList());
    }
    var defaults = definition.defaults();
    var said = defaults == null ? "" : given(defaults.namespace());
    var namespace = said.isEmpty() ? name + "-system" : said;
    return ruled(
        sources -> ManagementAddonRules.check(name, spec, catalog, sources),
        policy,
        known,
        () ->
            named(
                "metadata.name",
                () -> {
                  var place =
                      known.release() == null ? new ReleaseKey(namespace, name) : known.release();
                  return clear(place, spec.version(), spec.values(), definition, known);
                }));
  }

  private static Resolution fromCatalog(
      String addon,
      @Nullable String version,
      @Nullable JsonNode values,
      Map<String, AddonDefinitionSpec> catalog,
      Facts known) {
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
          return clear(place, version, values, definition, known);
        });
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

  private static Resolution clear(
      ReleaseKey place,
      @Nullable String asked,
      @Nullable JsonNode values,
      AddonDefinitionSpec definition,
      Facts known) {
    var chart = definition.chart();
    var defaults = definition.defaults();
    var version = version(asked, known, chart.defaultVersion());
    var below = defaults == null ? null : defaults.values();
    var first =
        definition.prerequisites().stream()
            .map(one -> piece(place, chart.repository(), one))
            .toList();
    var fingerprint =
        new Fingerprint(
            Fingerprint.of(Values.over(null, values), place.toString(), chart.name(), version),
            Fingerprint.of(Values.over(null, below), chart.repository(), first.toString()));
    return new Resolution.Clear(
        new Wanted(
            new Piece(
                place,
                chart.repository(),
                chart.name(),
                version,
                chart.digests().getOrDefault(version, "")),
            first,
            Values.over(below, values),
            defaults == null || !Boolean.FALSE.equals(defaults.createNamespace()),
            definition.effectivePodSecurity(),
            TimeSpan.orElse(defaults == null ? null : defaults.timeout(), USUAL),
            fingerprint,
            given(asked).isEmpty() && !version.equals(chart.defaultVersion())
                ? chart.defaultVersion()
                : "",
            Consent.NONE));
  }

  private static Piece piece(
      ReleaseKey place, String repository, AddonDefinitionSpec.Prerequisite one) {
    var name = given(one.releaseName()).isEmpty() ? one.chart() : given(one.releaseName());
    return new Piece(
        new ReleaseKey(place.namespace(), name), repository, one.chart(), one.version(), "");
  }

  /** What the user says, else what is there, else what the catalog offers today. */
  private static String version(@Nullable String asked, Facts known, String offered) {
    if (!given(asked).isEmpty()) {
      return given(asked);
    }
    return known.version().isEmpty() ? offered : known.version();
  }

  private static Resolution fromChart(
      String name, TenantAddonSpec spec, TenantAddonSpec.HelmChart helm, Facts known) {
    var namespace = given(helm.namespace()).isEmpty() ? name : given(helm.namespace());
    var release = given(helm.releaseName()).isEmpty() ? name : given(helm.releaseName());
    return named(
        "spec.helm.releaseName",
        () -> {
          var place = new ReleaseKey(namespace, release);
          return known.release() != null && !known.release().equals(place)
              ? new Resolution.Faulty(
                  List.of(TenantAddonRules.moved(known.release().toString(), place.toString())))
              : new Resolution.Clear(chart(place, spec, helm));
        });
  }

  private static Wanted chart(
      ReleaseKey place, TenantAddonSpec spec, TenantAddonSpec.HelmChart helm) {
    var version = given(spec.version());
    var values = Values.over(null, spec.values());
    var order = Fingerprint.of(values, place.toString(), helm.repository(), helm.chart(), version);
    return new Wanted(
        new Piece(place, helm.repository(), helm.chart(), version, ""),
        List.of(),
        values,
        !Boolean.FALSE.equals(helm.createNamespace()),
        PodSecurity.BASELINE,
        USUAL,
        new Fingerprint(order, ""),
        "",
        Consent.NONE);
  }

  private static String given(@Nullable String text) {
    return text == null ? "" : text;
  }
}
