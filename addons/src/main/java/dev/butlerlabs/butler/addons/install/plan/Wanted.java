package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import java.time.Duration;
import java.util.List;

/**
 * All that Helm has to be told.
 *
 * @param first charts that have to be there before, in this order
 * @param offered the version that the catalog offers now; empty when it is the one that is wanted
 * @param consent what it may do to the work of others
 */
public record Wanted(
    Piece chart,
    List<Piece> first,
    JsonNode values,
    boolean createNamespace,
    PodSecurity podSecurity,
    Duration timeout,
    Fingerprint fingerprint,
    String offered,
    Consent consent) {

  public Wanted {
    first = List.copyOf(first);
  }

  public Wanted with(Consent given) {
    return new Wanted(
        chart, first, values, createNamespace, podSecurity, timeout, fingerprint, offered, given);
  }

  /** What is tried; when it has failed, something else may be tried at once. */
  public String attempt() {
    return fingerprint.order() + consent.suffix();
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
