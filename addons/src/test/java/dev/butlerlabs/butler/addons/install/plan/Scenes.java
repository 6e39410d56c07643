package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.api.addons.ManagementAddonSpec;
import dev.butlerlabs.butler.api.addons.TenantAddonSpec;
import dev.butlerlabs.butler.kernel.Conditions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Looks at addons for tests, written as little as the test needs. */
final class Scenes {

  static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  static final ReleaseKey RELEASE = new ReleaseKey("shop", "web");
  static final Duration TIMEOUT = Duration.ofMinutes(10);

  private Scenes() {}

  /** A sound definition; {@code more} is laid over it. */
  static AddonDefinitionSpec definition(String more) {
    return read(
        """
        displayName: Some
        description: Something.
        category: other
        chart: {repository: "https://charts.example.com", name: some, defaultVersion: 1.0.0}
        """,
        more,
        AddonDefinitionSpec.class);
  }

  static Neighbour addon(String name, String more) {
    return addon(name, more, 0, false, false);
  }

  /** An addon on cluster {@code web}, so many seconds old. */
  static Neighbour addon(String name, String more, int age, boolean holds, boolean installed) {
    var spec = read("clusterRef: {name: web}", more, TenantAddonSpec.class);
    return new Neighbour(
        "team", name, spec, NOW.minusSeconds(age).toString(), holds, installed, false);
  }

  static ManagementAddonSpec management(String yaml) {
    return read("{}", yaml, ManagementAddonSpec.class);
  }

  static Wanted wanted(String order) {
    return new Wanted(
        new Piece(RELEASE, "https://charts.example.com", "some", "1.0.0", ""),
        List.of(),
        Values.none(),
        List.of(),
        true,
        PodSecurity.BASELINE,
        TIMEOUT,
        new Fingerprint(order, "catalog"),
        new Offer.None(),
        Consent.NONE);
  }

  static Facts installed(String order) {
    return new Facts(
        RELEASE,
        "1.0.0",
        1,
        "deployed",
        new Fingerprint(order, "catalog"),
        "manifest",
        List.of("Deployment shop/web"));
  }

  static Before before(Stage stage, Facts facts) {
    return new Before(stage, NOW.minusSeconds(60), facts, Conditions.none());
  }

  /** Wanted as {@code order}, with the way open and nothing in between. */
  static Look look(Before before, String order) {
    return new Look(
        before,
        new Resolution.Clear(wanted(order)),
        new Way.Open(),
        List.of(),
        new Past.Idle(),
        new Inside.Seen(List.of()),
        new Drift.None(),
        false,
        NOW);
  }

  static Look with(Look seen, Past past) {
    return new Look(
        seen.before(),
        seen.resolution(),
        seen.way(),
        seen.unmet(),
        past,
        seen.inside(),
        seen.drift(),
        seen.paused(),
        seen.now());
  }

  static Look with(Look seen, Way way) {
    return new Look(
        seen.before(),
        seen.resolution(),
        way,
        seen.unmet(),
        seen.past(),
        seen.inside(),
        seen.drift(),
        seen.paused(),
        seen.now());
  }

  static Look with(Look seen, Inside inside) {
    return new Look(
        seen.before(),
        seen.resolution(),
        seen.way(),
        seen.unmet(),
        seen.past(),
        inside,
        seen.drift(),
        seen.paused(),
        seen.now());
  }

  static Look with(Look seen, Drift drift) {
    return new Look(
        seen.before(),
        seen.resolution(),
        seen.way(),
        seen.unmet(),
        seen.past(),
        seen.inside(),
        drift,
        seen.paused(),
        seen.now());
  }

  static Past.Failed failed(String order, int times, Instant at) {
    return new Past.Failed(
        Past.Purpose.DEPLOY, RELEASE, wanted(order).attempt(), times, at, refusal());
  }

  static Refusal refusal() {
    return Refusal.of(Cause.CHART_MISSING, "fetching chart some 1.0.0", "it is not there");
  }

  static JsonNode yaml(String text) {
    try {
      return new YAMLMapper().readTree(text);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static <T> T read(String base, String more, Class<T> type) {
    try {
      return WireFormat.mapper().treeToValue(Values.over(yaml(base), yaml(more)), type);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
