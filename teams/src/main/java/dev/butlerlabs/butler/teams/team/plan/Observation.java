package dev.butlerlabs.butler.teams.team.plan;

import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.teams.rules.Usage;
import java.util.List;
import java.util.Map;

/**
 * Everything the plan may know: one look at a Team and what is around it.
 *
 * @param clusters the names of its clusters by environment
 * @param people all Users
 * @param tenants the namespaces of its clusters' parts, also of deleted ones that are kept
 */
public record Observation(
    String team,
    String uid,
    TeamSpec spec,
    Home home,
    Usage usage,
    Map<String, List<String>> clusters,
    List<Person> people,
    List<TenantPlace> tenants) {

  /**
   * The namespace with the parts of one cluster.
   *
   * @param environment that of the cluster
   * @param ofAnother whether it is what an earlier Team of the name left behind
   */
  public record TenantPlace(
      String namespace, String cluster, String environment, boolean ofAnother) {}

  public Observation {
    clusters = Map.copyOf(clusters);
    people = List.copyOf(people);
    tenants = List.copyOf(tenants);
  }

  public Members members() {
    return Members.of(spec.access(), people);
  }

  /** Nobody inherits a deleted cluster by the name of a Team. */
  Members members(TenantPlace place) {
    return place.ofAnother() ? Members.of(null, List.of()) : members(place.environment());
  }

  Members members(String environment) {
    var raised =
        spec.environments().stream()
            .filter(one -> one.name().equals(environment))
            .findFirst()
            .map(TeamSpec.Environment::access)
            .orElse(null);
    return Members.of(spec.access(), raised, people);
  }
}
