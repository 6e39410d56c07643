package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Operation;
import dev.butlerlabs.butler.kube.admission.Request;
import dev.butlerlabs.butler.kube.admission.Rule;
import dev.butlerlabs.butler.kube.admission.Ruling;
import dev.butlerlabs.butler.teams.orders.Directory;
import dev.butlerlabs.butler.teams.orders.OrderReading;
import dev.butlerlabs.butler.teams.rules.TeamChange;
import dev.butlerlabs.butler.teams.rules.Tenancy;
import dev.butlerlabs.butler.teams.team.plan.Home;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Whether a Team may be made, or changed, as somebody wants. */
public final class TeamRule implements Rule<Team> {

  private final Records records;
  private final Authority authority;

  public TeamRule(Records records) {
    this.records = records;
    this.authority = new Authority(records);
  }

  @Override
  public Ruling review(Request<Team> request) {
    var before = request.old() == null ? null : spec(request.old());
    var change = new TeamChange(request.key().name(), spec(request.subject()), before);
    var problems = new ArrayList<Problem>();
    if (request.operation() == Operation.CREATE && reserved(request.key().name())) {
      problems.add(
          new Problem(
              "metadata.name",
              "a team's namespace carries its name, and %s is kept for others"
                  .formatted(request.key().name()),
              "take another name"));
    }
    problems.addAll(change.impossible(clusters(change)));
    if (change.gated()) {
      problems.addAll(change.forbidden(asker(request, before)));
    }
    return Ruling.of(problems);
  }

  private static TeamSpec spec(Team team) {
    return Directory.TeamEntry.of(team).spec();
  }

  private boolean reserved(String name) {
    var tenancy = Tenancy.of(records.config().map(ButlerConfig::getSpec).orElse(null));
    return Home.reserved(name, tenancy.defaultNamespace());
  }

  private TeamChange.Asker asker(Request<Team> request, @Nullable TeamSpec before) {
    return new TeamChange.Asker(
        request.user().name(),
        authority.platformAdmin(request.user()),
        before != null && authority.teamAdmin(before.access(), request.user()));
  }

  private Map<String, List<String>> clusters(TeamChange change) {
    if (change.goneEnvironments().isEmpty()) {
      return Map.of();
    }
    return records.clusters(change.team()).stream()
        .collect(
            Collectors.groupingBy(
                OrderReading::environment,
                Collectors.mapping(
                    cluster -> cluster.getMetadata().getName(), Collectors.toList())));
  }
}
