package dev.butlerlabs.butler.teams.team.plan;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.ArrayList;
import java.util.List;

/** What to do about a Team. */
public sealed interface TeamPlan {

  /**
   * Its objects are to be as told, the namespace first.
   *
   * @param inside what stands in its namespace, and the rights elsewhere
   */
  record Build(Namespace namespace, List<HasMetadata> inside) implements TeamPlan {

    public Build {
      inside = List.copyOf(inside);
    }
  }

  /**
   * Nothing can be made while its namespace is not its own.
   *
   * @param what is wrong
   * @param youCan what a person could do
   */
  record Refuse(String what, String youCan) implements TeamPlan {}

  /** Its namespace is on its way out; it is made anew when it has gone. */
  record Wait(String what) implements TeamPlan {}

  static TeamPlan of(Observation seen) {
    return switch (seen.home()) {
      case Home.Reserved() ->
          new Refuse(
              "the name %s belongs to a namespace of the system".formatted(seen.team()),
              "Create the Team under another name, and delete this one");
      case Home.Foreign() ->
          new Refuse(
              "namespace %s was there before, and Butler did not make it".formatted(seen.team()),
              "Create the Team under another name, or delete that namespace if nothing in it is needed");
      case Home.Ending(_, var remaining) ->
          new Wait(
              "namespace %s is being deleted%s"
                  .formatted(seen.team(), remaining.isEmpty() ? "" : ": " + remaining));
      case Home.Absent(), Home.Ours(_) -> build(seen);
    };
  }

  private static Build build(Observation seen) {
    var objects = new TeamObjects(seen.team(), seen.uid());
    var inside = new ArrayList<>(objects.inside(seen.members()));
    inside.add(objects.asking(seen.members()));
    for (var environment : seen.spec().environments()) {
      var clusters = seen.clusters().getOrDefault(environment.name(), List.of());
      var raised = seen.members().raisedIn(seen.members(environment.name()));
      if (!clusters.isEmpty() && !raised.nobody()) {
        inside.addAll(objects.inEnvironment(environment.name(), clusters, raised));
      }
    }
    for (var tenant : seen.tenants()) {
      inside.addAll(objects.inTenant(tenant, seen.members(tenant)));
    }
    return new Build(objects.namespace(), inside);
  }
}
