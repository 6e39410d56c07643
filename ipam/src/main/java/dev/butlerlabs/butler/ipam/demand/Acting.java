package dev.butlerlabs.butler.ipam.demand;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.ipam.demand.plan.Claim;
import dev.butlerlabs.butler.ipam.demand.plan.Step;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Trouble;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Carries out steps on the claims of one cluster as they were read from the store. */
final class Acting {

  /** Names that somebody took who is not of this cluster are passed over, so many at most. */
  private static final int FOREIGN = 10;

  private final ClaimDesk desk;
  private final TenantCluster cluster;
  private final String namespace;
  private final Map<String, IPAllocation> stored = new HashMap<>();
  private final Map<String, Claim> claims = new HashMap<>();
  private int number;

  Acting(
      ClaimDesk desk,
      TenantCluster cluster,
      String namespace,
      List<IPAllocation> stored,
      List<Claim> claims) {
    this.desk = desk;
    this.cluster = cluster;
    this.namespace = namespace;
    stored.forEach(claim -> this.stored.put(claim.getMetadata().getName(), claim));
    claims.forEach(claim -> this.claims.put(claim.name(), claim));
    this.number = claims.stream().mapToInt(Claim::number).max().orElse(0);
  }

  /** All steps in their order, until one does not work. */
  Optional<Trouble> carryOut(List<Step> steps) {
    for (var step : steps) {
      if (carryOut(step) instanceof Answer.Failed<?>(var trouble)) {
        return Optional.of(trouble);
      }
    }
    return Optional.empty();
  }

  private Answer<?> carryOut(Step step) {
    return switch (step) {
      case Step.Create create -> create(create);
      case Step.Release(var name) -> desk.release(object(name), claim(name).state());
      case Step.MarkUnused(var name, var since) ->
          desk.mark(object(name), Map.of("unusedSince", since));
      case Step.MarkUsed(var name) -> desk.mark(object(name), Map.of());
    };
  }

  private Answer<?> create(Step.Create order) {
    for (var left = FOREIGN; ; left--) {
      number++;
      var answer = desk.create(cluster, namespace, order, number);
      var taken = answer instanceof Answer.Failed<?>(Trouble.Conflict _);
      if (!taken || left == 0 || !desk.foreign(cluster, namespace, order, number)) {
        return answer;
      }
    }
  }

  private IPAllocation object(String name) {
    return known(stored.get(name), name);
  }

  private Claim claim(String name) {
    return known(claims.get(name), name);
  }

  private static <T> T known(@Nullable T value, String name) {
    if (value == null) {
      throw new IllegalStateException("the plan speaks of claim " + name + ", which nobody read");
    }
    return value;
  }
}
