package dev.butlerlabs.butler.providers.infratests;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.local.infrastructure.LocalInfrastructure;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.infrastructure.CredentialsSecret;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.tenants.life.plan.Account;
import dev.butlerlabs.butler.tenants.life.plan.ClusterView;
import dev.butlerlabs.butler.tenants.life.plan.LifePlan;
import dev.butlerlabs.butler.tenants.life.plan.Live;
import dev.butlerlabs.butler.tenants.life.plan.Observation;
import dev.butlerlabs.butler.tenants.objects.plan.ClusterObjects;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import dev.butlerlabs.butler.tenants.order.plan.Reading;
import dev.butlerlabs.butler.tenants.schedule.plan.Rest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** All objects of one order on a platform, from the TenantCluster on. */
final class WholeCluster {

  private static final ObjectMapper WIRE = WireFormat.mapper();

  private WholeCluster() {}

  static ClusterObjects on(Platform platform) {
    var infrastructure = platform.infrastructure("capa-system");
    return made(infrastructure, settings(platform), platform.credentials());
  }

  static ClusterObjects simulated() {
    var spec = WIRE.convertValue(Map.of("provider", "local"), ProviderConfigSpec.class);
    var none = new CredentialsSecret("", "", null, Credentials.none());
    return made(new LocalInfrastructure(), spec, none);
  }

  private static ClusterObjects made(
      Infrastructure infrastructure, ProviderConfigSpec spec, CredentialsSecret credentials) {
    var order = order();
    var meta = order.getMetadata();
    var key = new ObjectKey(meta.getNamespace(), meta.getName());
    var home = Map.of("butler.butlerlabs.dev/team", "payments");
    var seen =
        new Observation(
            Reading.of(order, home, null, spec, List.of()),
            true,
            new Account.Known(spec, credentials),
            Place.of(key, meta.getUid(), null, null, List.of()),
            serving(),
            new Conditions(Objects.requireNonNull(order.getStatus()).conditions()),
            Orders.ONE_RANGE,
            Rest.awake());
    return switch (LifePlan.of(seen, Map.of(infrastructure.provider(), infrastructure))) {
      case LifePlan.Make make -> make.objects();
      case LifePlan.Hold hold -> throw new AssertionError(hold.cause().sentence());
    };
  }

  /** Workers are wanted when they can join. */
  private static Live serving() {
    var initialized =
        new Condition(
            "ControlPlaneInitialized", Condition.Truth.TRUE, "Initialized", "", Instant.EPOCH, 1L);
    return new Live(
        new ClusterView("", false, "", new Conditions(List.of(initialized))),
        null,
        List.of(),
        List.of());
  }

  /** Hardware of one's own has its addresses from pools. */
  static ProviderConfigSpec settings(Platform platform) {
    var full = platform.full();
    if (full.effectiveProvider().orElseThrow().cloud()) {
      return full;
    }
    ObjectNode tree = WIRE.valueToTree(full);
    var network = tree.putObject("network").put("mode", "ipam");
    network.putArray("poolRefs").addObject().put("name", "lab");
    return WIRE.convertValue(tree, ProviderConfigSpec.class);
  }

  private static TenantCluster order() {
    try (var stream = WholeCluster.class.getResourceAsStream("/orders/web.yaml")) {
      return WireFormat.serialization()
          .unmarshal(Objects.requireNonNull(stream), TenantCluster.class);
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot read the order", failed);
    }
  }
}
