package dev.butlerlabs.butler.bench.fleet;

import dev.butlerlabs.butler.bench.hosted.Waiting;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Where clusters are ordered: teams of twenty clusters each, on simulated machines. */
record Desk(KubernetesClient client) {

  static final String API = "butler.butlerlabs.dev/v1alpha1";
  static final String KIND = "TenantCluster";

  private static final int PER_TEAM = 20;
  private static final int AT_ONCE = 24;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  /** What orders need before they come: the platform's machines, and the teams. */
  void furnish(int clusters) {
    create("ProviderConfig", Controllers.NAMESPACE, "lab", Map.of("provider", "local"));
    var teams = (clusters + PER_TEAM - 1) / PER_TEAM;
    for (var team = 0; team < teams; team++) {
      create("Team", "", team(team), Map.of("resourceLimits", Map.of("maxClusters", 2 * PER_TEAM)));
    }
    for (var team = 0; team < teams; team++) {
      var name = team(team);
      Waiting.until("team " + name, PATIENCE, () -> ready(name));
    }
  }

  private Optional<Boolean> ready(String team) {
    String phase =
        client
            .genericKubernetesResources(API, "Team")
            .withName(team)
            .require()
            .get("status", "phase");
    return "Ready".equals(phase) ? Optional.of(true) : Optional.empty();
  }

  private static String team(int number) {
    return "team-" + number;
  }

  /** Orders one cluster with one worker, of the team whose turn it is. */
  void order(String name, int number) {
    create(
        KIND,
        team(number / PER_TEAM),
        name,
        Map.of(
            "kubernetesVersion", "v1.36.3",
            "providerConfigRef", Map.of("name", "lab", "namespace", Controllers.NAMESPACE),
            "controlPlane", Map.of("replicas", 1),
            "workers", Map.of("replicas", 1)));
  }

  private void create(String kind, String namespace, String name, Map<String, Object> spec) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(API);
    object.setKind(kind);
    var meta = new ObjectMetaBuilder().withName(name);
    if (!namespace.isEmpty()) {
      meta.withNamespace(namespace);
    }
    object.setMetadata(meta.build());
    object.setAdditionalProperty("spec", spec);
    client.resource(object).create();
  }

  /** Does something for each, many at a time. */
  static void each(List<String> names, Consumer<String> what) throws InterruptedException {
    try (var hands = Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      var all = new ArrayList<Future<?>>();
      for (var name : names) {
        all.add(hands.submit(() -> what.accept(name)));
      }
      for (var one : all) {
        one.get();
      }
    } catch (ExecutionException failed) {
      throw new IllegalStateException(
          "not all of %d clusters could be ordered".formatted(names.size()), failed.getCause());
    }
  }
}
