package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.catalog.plan.Mirrors;
import dev.butlerlabs.butler.addons.catalog.plan.Signatures;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Patch;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * All that Helm has to be told.
 *
 * @param first charts that have to be there before, in this order
 * @param patches changes to what the chart renders
 * @param offer what the catalog has beyond it
 * @param consent what it may do to the work of others
 */
public record Wanted(
    Piece chart,
    List<Piece> first,
    JsonNode values,
    List<Patch> patches,
    boolean createNamespace,
    PodSecurity podSecurity,
    Duration timeout,
    Fingerprint fingerprint,
    Offer offer,
    Consent consent) {

  public Wanted {
    first = List.copyOf(first);
    patches = List.copyOf(patches);
  }

  public Wanted with(Consent given) {
    return with(offer, given);
  }

  /** With charts signed as the platform wants it too; its fingerprint stays. */
  Wanted signed(Signatures platform, Function<ObjectKey, String> seen) {
    var before = first.stream().map(piece -> piece.signed(platform, seen)).toList();
    return with(
        chart.signed(platform, seen),
        before,
        values,
        patches,
        offer.signed(platform, seen),
        consent);
  }

  /** With charts from where they are mirrored; its fingerprint stays, so nothing is done anew. */
  Wanted through(Mirrors mirrors) {
    var before = first.stream().map(piece -> piece.through(mirrors)).toList();
    return with(chart.through(mirrors), before, values, patches, offer.through(mirrors), consent);
  }

  /** With the Secret for its repository in this version. */
  Wanted showing(String secret) {
    return with(chart.showing(secret), first, values, patches, offer, consent);
  }

  /** All charts, in the order in which they are made. */
  public Stream<Piece> pieces() {
    return Stream.concat(first.stream(), Stream.of(chart));
  }

  /** The charts one by one, as they are made: those that come first have no values of their own. */
  public List<Wanted> each() {
    return Stream.concat(
            first.stream().map(piece -> alone(piece, Values.none(), List.of())),
            Stream.of(alone(chart, values, patches)))
        .toList();
  }

  private Wanted alone(Piece piece, JsonNode content, List<Patch> changes) {
    return with(piece, List.of(), content, changes, offer, consent);
  }

  /** While nobody knows what the offer would change. */
  Wanted untried() {
    return offer instanceof Offer.Open ? with(new Offer.Untried(), consent) : this;
  }

  private Wanted with(Offer another, Consent given) {
    return with(chart, first, values, patches, another, given);
  }

  /** The rest of it never changes. */
  private Wanted with(
      Piece piece,
      List<Piece> before,
      JsonNode content,
      List<Patch> changes,
      Offer another,
      Consent given) {
    return new Wanted(
        piece,
        before,
        content,
        changes,
        createNamespace,
        podSecurity,
        timeout,
        fingerprint,
        another,
        given);
  }

  /** Whether it is what was installed, so that Helm need not be asked. */
  boolean standsIn(Facts facts) {
    return facts.applied().order().equals(fingerprint.order())
        && (!(offer instanceof Offer.Taken)
            || facts.applied().catalog().equals(fingerprint.catalog()));
  }

  /** The version that the catalog offers; empty when it is the one that is wanted. */
  String offered() {
    return offer instanceof Offer.Open(var other, _, _)
            && !other.chart().version().equals(chart.version())
        ? other.chart().version()
        : "";
  }

  /** What is tried; when it has failed, something else may be tried at once. */
  public String attempt() {
    var keys = pieces().flatMap(piece -> piece.keys().stream()).distinct().toList();
    return "%s%s %s%s%s"
        .formatted(
            fingerprint.text(),
            consent.suffix(),
            chart.repository(),
            chart.shown().isEmpty() ? "" : " " + chart.shown(),
            keys.isEmpty() ? "" : " " + keys);
  }

  /** What stands on the release, so that it is found again by whoever comes after us. */
  public String mark() {
    return Checksum.of(fingerprint.text()).text();
  }

  public ReleaseKey release() {
    return chart.release();
  }

  /** What is told while Helm is at it. */
  String asked() {
    return "Helm is asked for release %s of chart %s %s"
        .formatted(release(), chart.chart(), chart.version());
  }

  /** Without the values: they may hold secrets. */
  @Override
  public String toString() {
    return "Wanted[%s]".formatted(chart);
  }
}
