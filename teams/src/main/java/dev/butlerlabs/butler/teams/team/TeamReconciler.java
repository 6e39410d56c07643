package dev.butlerlabs.butler.teams.team;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Owner;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.teams.team.plan.Home;
import dev.butlerlabs.butler.teams.team.plan.Observation;
import dev.butlerlabs.butler.teams.team.plan.Roles;
import dev.butlerlabs.butler.teams.team.plan.TeamPlan;
import dev.butlerlabs.butler.teams.team.plan.TeamReport;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Gives each Team its namespace and its members their rights, and lets it go after its clusters.
 */
public final class TeamReconciler implements Reconciler<Team>, Cleaner<Team> {

  private static final FieldManager MANAGER = new FieldManager(Roles.TEAMS);
  private static final StatusShare SHARE =
      new StatusShare(
          MANAGER,
          Set.of(
              "phase",
              "namespace",
              "clusterCount",
              "memberCount",
              "resourceUsage",
              "quotaStatus",
              "quotaMessage"),
          Set.of(TeamReport.READY, TeamReport.NAMESPACE, TeamReport.RIGHTS, TeamReport.QUOTA),
          true);

  private static final Set<Kind<?>> RIGHTS = Set.of(TeamKinds.BINDINGS, TeamKinds.LOCAL_ROLES);

  private final KubernetesClient client;
  private final Applier applier;
  private final Building building;
  private final StatusWriter statuses;
  private final Events events;

  /**
   * For one process.
   *
   * @param instance which process tells events
   */
  public TeamReconciler(KubernetesClient client, String instance, InstantSource clock) {
    this.client = client;
    this.applier = new Applier(client, MANAGER);
    this.building = new Building(applier);
    this.statuses = new StatusWriter(client, SHARE, clock);
    this.events = new Events(client, "butlerlabs.dev/teams", instance, clock);
  }

  public Watches<Team> watches() {
    return TeamWatches.all();
  }

  @Override
  public String finalizer() {
    return Finalizers.TEAM;
  }

  @Override
  public Outcome reconcile(Team team, Context context) {
    var seen = Sight.of(team, context.cache());
    return switch (TeamPlan.of(seen)) {
      case TeamPlan.Refuse refusal -> {
        tell(team, TeamReport.refused(seen, refusal));
        yield Outcome.settled();
      }
      case TeamPlan.Wait wait -> {
        tell(team, TeamReport.waiting(seen, wait));
        yield Outcome.settled();
      }
      case TeamPlan.Build build -> carryOut(team, seen, build, context);
    };
  }

  private Outcome carryOut(Team team, Observation seen, TeamPlan.Build build, Context context) {
    return switch (building.build(build, context.cache())) {
      case Building.Stood() -> {
        tell(team, TeamReport.built(seen));
        yield Outcome.settled();
      }
      case Building.Fell(var namespace, var trouble) -> {
        tell(team, TeamReport.broken(seen, namespace, trouble.problem().sentence()));
        yield trouble.outcome();
      }
    };
  }

  @Override
  public Cleanup cleanup(Team team, Context context) {
    var seen = Sight.of(team, context.cache());
    return switch (seen.home()) {
      case Home.Ours(var forThis) when forThis -> leave(team, seen);
      case Home.Ending(var forThis, var remaining) when forThis ->
          waiting(team, TeamReport.emptying(seen, remaining));
      // No namespace was made for this Team, and what others made stays.
      case Home.Absent _, Home.Reserved _, Home.Foreign _, Home.Ours _, Home.Ending _ ->
          takeRights(team)
              .map(trouble -> Cleanup.unfinished(trouble.outcome()))
              .orElseGet(Cleanup::done);
    };
  }

  /** Also where its deleted clusters are still kept. */
  private Optional<Trouble> takeRights(Team team) {
    return applier.applyAll(Owner.of(team), List.of(), RIGHTS).firstTrouble();
  }

  /** As stored now: a cluster that was ordered a moment ago must not go with the namespace. */
  private Cleanup leave(Team team, Observation seen) {
    var clusters =
        Asking.ask(
                new Attempt("list", "TenantCluster", new ObjectKey(seen.team(), "*")),
                () -> client.resources(TenantCluster.class).inNamespace(seen.team()).list())
            .orElseThrow()
            .getItems()
            .stream()
            .map(cluster -> cluster.getMetadata().getName())
            .sorted()
            .toList();
    if (!clusters.isEmpty()) {
      return waiting(team, TeamReport.blocked(seen, clusters));
    }
    var left = takeRights(team);
    if (left.isPresent()) {
      return Cleanup.unfinished(left.get().outcome());
    }
    var gone = applier.applyAll(Owner.of(team), List.of(), Set.of(TeamKinds.NAMESPACES));
    if (gone.firstTrouble().isPresent()) {
      return Cleanup.unfinished(gone.firstTrouble().get().outcome());
    }
    // A namespace that only looks like ours is not removed, and not waited for.
    return gone.pruned().isEmpty() ? Cleanup.done() : waiting(team, TeamReport.emptying(seen, ""));
  }

  private Cleanup waiting(Team team, TeamReport report) {
    tell(team, report);
    return Cleanup.unfinished(Outcome.settled());
  }

  /** An event tells when something turned bad; it is told before the status forgets how it was. */
  private void tell(Team team, TeamReport report) {
    report.verdicts().stream()
        .filter(verdict -> verdict.type().equals(TeamReport.READY))
        .filter(verdict -> !told(team).filter(verdict.reason()::equals).isPresent())
        .forEach(verdict -> event(verdict).ifPresent(e -> events.tell(team, e, verdict.message())));
    statuses.write(team, report.verdicts(), report.fields()).orElseThrow();
  }

  private static Optional<TeamEvent> event(Verdict ready) {
    return switch (ready.reason()) {
      case "NamespaceReconcileFailed" -> Optional.of(TeamEvent.NAMESPACE_REFUSED);
      case "DeletionBlocked" -> Optional.of(TeamEvent.DELETION_BLOCKED);
      default -> Optional.empty();
    };
  }

  private static Optional<String> told(Team team) {
    var conditions =
        team.getStatus() == null ? List.<Condition>of() : team.getStatus().conditions();
    return new Conditions(conditions).find(TeamReport.READY).map(Condition::reason);
  }
}
