package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.Environment;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.EnvironmentLimits;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.ResourceLimits;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Quantity;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Orders and limits for tests. */
final class Orders {

  static final ObjectKey LAB = new ObjectKey("butler-system", "lab");
  static final Instant MORNING = Instant.parse("2030-01-01T08:00:00Z");

  private Orders() {}

  /** Workers of 4 cores, 16Gi of memory and 100Gi of disk. */
  static Amounts workers(int count) {
    return Amounts.CLUSTER.plusWorkers(count, BigDecimal.valueOf(4), gibi(16), gibi(100));
  }

  static BigDecimal gibi(long count) {
    return BigDecimal.valueOf(count << 30);
  }

  static Order order(String name, int workers) {
    return new Order(
        new ObjectKey("shop", name),
        "shop",
        "",
        "",
        LAB,
        "v1.34.1",
        workers(workers),
        Set.of(),
        Map.of(),
        "",
        new Order.Standing(MORNING, name));
  }

  static Order in(Order order, String environment, String owner) {
    return new Order(
        order.key(),
        order.team(),
        environment,
        owner,
        order.provider(),
        order.version(),
        order.amounts(),
        order.addons(),
        order.choices(),
        order.machine(),
        order.standing());
  }

  static Order standing(Order order, Instant created) {
    return new Order(
        order.key(),
        order.team(),
        order.environment(),
        order.owner(),
        order.provider(),
        order.version(),
        order.amounts(),
        order.addons(),
        order.choices(),
        order.machine(),
        new Order.Standing(created, order.key().name()));
  }

  static Order resized(Order order, int workers) {
    return new Order(
        order.key(),
        order.team(),
        order.environment(),
        order.owner(),
        order.provider(),
        order.version(),
        workers(workers),
        order.addons(),
        order.choices(),
        order.machine(),
        order.standing());
  }

  /** What an order is judged by that runs on {@link #LAB}. */
  static Surroundings onLab(Limits limits, Environment... environments) {
    return new Surroundings(
        Tenancy.UNDECIDED,
        Tenancy.Membership.NONE,
        limits,
        List.of(environments),
        new Provider(
            LAB,
            new ProviderConfigSpec(
                ProviderType.LOCAL,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null)),
        List.of(),
        List.of());
  }

  static Order using(
      Order order, String version, Set<String> addons, Map<Option, Set<String>> choices) {
    return new Order(
        order.key(),
        order.team(),
        order.environment(),
        order.owner(),
        order.provider(),
        version,
        order.amounts(),
        addons,
        choices,
        order.machine(),
        order.standing());
  }

  static Order onMachines(Order order, String type) {
    return new Order(
        order.key(),
        order.team(),
        order.environment(),
        order.owner(),
        order.provider(),
        order.version(),
        order.amounts(),
        order.addons(),
        order.choices(),
        type,
        order.standing());
  }

  static Limits limits(
      @Nullable Integer clusters, @Nullable Integer nodes, @Nullable String memory) {
    return new Limits(
        "shop",
        true,
        new ResourceLimits(
            clusters,
            null,
            nodes,
            null,
            memory == null ? null : new Quantity(memory),
            null,
            null,
            null,
            null,
            List.of(),
            List.of(),
            List.of(),
            List.of()));
  }

  static Environment environment(String name, int clusters, int perMember) {
    return new Environment(name, null, new EnvironmentLimits(clusters, perMember), null, null);
  }

  static Surroundings among(List<Order> others, Limits limits, Environment... environments) {
    return new Surroundings(
        Tenancy.UNDECIDED,
        Tenancy.Membership.NONE,
        limits,
        List.of(environments),
        null,
        List.of(),
        others);
  }
}
