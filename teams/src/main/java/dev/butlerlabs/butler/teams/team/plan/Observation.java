package dev.butlerlabs.butler.teams.team.plan;

import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.teams.rules.Usage;
import java.util.List;

/**
 * Everything the plan may know: one look at a Team and what is around it.
 *
 * @param people all Users
 * @param tenants the namespaces of its clusters' parts
 */
public record Observation(
    String team,
    String uid,
    TeamSpec spec,
    Home home,
    Usage usage,
    List<Person> people,
    List<TenantPlace> tenants) {

  /** The namespace with the parts of one cluster, and the name and environment of that cluster. */
  public record TenantPlace(String namespace, String cluster, String environment) {}

  public Observation {
    people = List.copyOf(people);
    tenants = List.copyOf(tenants);
  }

  public Members members() {
    return Members.of(spec.access(), people);
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
