package dev.butlerlabs.butler.bench.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What Cluster API and the API server cost by themselves: a script makes the objects that the
 * manager would make, and the manager does not run.
 */
final class BareRun {

  private static final ObjectMapper JSON = new ObjectMapper();

  private BareRun() {}

  /** Seconds from the first object until the last worker is ready, and who took the processors. */
  record Cost(double seconds, String processors) {}

  static Cost cost(List<String> names, Duration patience) throws IOException, InterruptedException {
    try (var grounds = new Grounds(0, Set.of())) {
      var stencil = grounds.stencil();
      grounds.site().stop(Site.MANAGER);
      var finish = new Finish(Stencil::clusterOf, BareRun::ready);
      var before = grounds.site().processors();
      try (var _ = grounds.show(Contracts.CLUSTER_API, "Machine", finish)) {
        Desk.each(
            names,
            name -> {
              finish.ordered(name);
              stencil.print(grounds.client(), name);
            });
        finish.await(names, patience, grounds.contracts()::check);
        return new Cost(
            finish.last(names), grounds.site().processors().since(before, names.size()));
      }
    }
  }

  /** What the manager waits for too before it says that a cluster is Ready. */
  private static boolean ready(GenericKubernetesResource machine) {
    JsonNode tree = JSON.valueToTree(machine);
    for (var condition : tree.at("/status/conditions")) {
      if (condition.path("type").asText().equals("Ready")) {
        return condition.path("status").asText().equals("True");
      }
    }
    return false;
  }
}
