package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.catalog.plan.ClusterFacts;
import dev.butlerlabs.butler.addons.catalog.plan.Parameters;
import dev.butlerlabs.butler.addons.catalog.plan.Parameters.Filled;
import dev.butlerlabs.butler.addons.catalog.plan.Upgrades;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.ObjectPatch;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An addon that is ordered from the catalog.
 *
 * @param asked the version that the addon names; empty for none
 * @param values of the addon itself
 * @param patches of the addon itself
 * @param filled what the definition lays under the values, with what is known of the cluster
 * @param upgrades how far it follows the catalog
 */
record CatalogOrder(
    ReleaseKey place,
    String asked,
    @Nullable JsonNode values,
    List<ObjectPatch> patches,
    AddonDefinitionSpec definition,
    Filled filled,
    Upgrades upgrades) {

  static final Duration USUAL = Duration.ofMinutes(10);

  /** What a TenantAddon orders. */
  static CatalogOrder of(
      ReleaseKey place,
      TenantAddonSpec spec,
      AddonDefinitionSpec definition,
      ClusterFacts cluster,
      Upgrades upgrades) {
    var asked = spec.version();
    return new CatalogOrder(
        place,
        asked == null ? "" : asked,
        spec.values(),
        spec.patches(),
        definition,
        Parameters.fill(definition, spec.values(), cluster),
        upgrades);
  }

  /** What is to be done, once all is known that is laid under its values. */
  Resolution resolve(Facts known) {
    if (filled.awaited().isEmpty()) {
      var problems = Parameters.check(definition, Values.over(filled.below(), values));
      return problems.isEmpty()
          ? new Resolution.Clear(wanted(known))
          : new Resolution.Faulty(problems);
    }
    // What is installed has what was known then, and stays until it is asked for something else.
    var pinned = asked.isEmpty() ? known.version() : asked;
    var kept = wanted(pinned, new Offer.None());
    return known.installed() && kept.standsIn(known)
        ? new Resolution.Clear(kept)
        : new Resolution.Unknown(String.join("; ", filled.awaited()));
  }

  /** What the catalog has now, or what was installed from it while more is only offered. */
  Wanted wanted(Facts known) {
    var offered = asked.isEmpty() ? definition.chart().defaultVersion() : asked;
    var now = wanted(offered, new Offer.None());
    if (known.version().isEmpty() || now.fingerprint().equals(known.applied())) {
      return now;
    }
    if (upgrades.takes(known.version(), offered)) {
      return wanted(offered, new Offer.Taken());
    }
    var pinned = asked.isEmpty() ? known.version() : asked;
    var kept = wanted(pinned, new Offer.None());
    return kept.fingerprint().order().equals(known.applied().order())
        ? wanted(
            pinned,
            new Offer.Open(now, upgrades.due(known.version(), offered), upgrades.waitsFor()))
        : kept;
  }

  /** Whether what is installed is all that the catalog has for it. */
  boolean through(Facts known) {
    var offered = asked.isEmpty() ? definition.chart().defaultVersion() : asked;
    var share = wanted(offered, new Offer.None()).fingerprint().catalog();
    return Upgrades.through(known.version(), offered, share.equals(known.applied().catalog()));
  }

  private Wanted wanted(String version, Offer offer) {
    var chart = definition.chart();
    var defaults = definition.defaults();
    var below = filled.below();
    var first =
        definition.prerequisites().stream().map(one -> piece(chart.repository(), one)).toList();
    var fingerprint =
        new Fingerprint(
            Fingerprint.of(
                Values.over(null, values), with(patches, place.toString(), chart.name(), version)),
            Fingerprint.of(
                Values.over(null, below),
                with(definition.patches(), chart.repository(), first.toString())));
    return new Wanted(
        new Piece(
                place,
                chart.repository(),
                chart.name(),
                version,
                chart.digests().getOrDefault(version, ""),
                credentials())
            .signedBy(keys()),
        first,
        Values.over(below, values),
        Changes.of(definition.patches(), patches),
        defaults == null || !Boolean.FALSE.equals(defaults.createNamespace()),
        definition.effectivePodSecurity(),
        TimeSpan.orElse(defaults == null ? null : defaults.timeout(), USUAL),
        fingerprint,
        offer,
        Consent.NONE);
  }

  private static String[] with(List<ObjectPatch> patches, String... parts) {
    return Stream.concat(Stream.of(parts), Changes.marks(patches).stream()).toArray(String[]::new);
  }

  /** Those of the catalog lie with the platform. */
  private @Nullable ObjectKey credentials() {
    var ref = definition.chart().credentialsRef();
    return ref == null ? null : new ObjectKey(Namespaces.SYSTEM, ref.name());
  }

  private @Nullable ObjectKey keys() {
    var provenance = definition.chart().provenance();
    return provenance == null
        ? null
        : new ObjectKey(Namespaces.SYSTEM, provenance.keysRef().name());
  }

  private Piece piece(String repository, AddonDefinitionSpec.Prerequisite one) {
    var said = one.releaseName();
    var name = said == null || said.isEmpty() ? one.chart() : said;
    return new Piece(
            new ReleaseKey(place.namespace(), name),
            repository,
            one.chart(),
            one.version(),
            "",
            credentials())
        .signedBy(keys());
  }
}
