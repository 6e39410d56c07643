package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.tenancy.TeamSpec.Environment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * All that an order is judged by.
 *
 * @param provider the infrastructure it would run on; null when there is none of that name
 * @param others the other clusters of the same team, or of no team
 */
public record Surroundings(
    Tenancy tenancy,
    Tenancy.Membership membership,
    Limits limits,
    List<Environment> environments,
    @Nullable Provider provider,
    List<Policies.Policy> policies,
    List<Order> others) {

  public Surroundings {
    environments = List.copyOf(environments);
    policies = List.copyOf(policies);
    others = List.copyOf(others);
  }

  /** Whether the answer depends on the other clusters; listing them for nothing is dear. */
  public boolean counting() {
    return limits.counting()
        || environments.stream().anyMatch(one -> one.limits() != null)
        || (provider != null && provider.spec().limits() != null);
  }

  /** The same among these. */
  public Surroundings among(List<Order> orders) {
    return new Surroundings(tenancy, membership, limits, environments, provider, policies, orders);
  }
}
