package dev.butlerlabs.butler.kube.sample;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.sample.GreetingPlanner.Observation;
import dev.butlerlabs.butler.kube.sample.GreetingPlanner.Plan;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class GreetingReconcilerIT {

  @Test
  void greetingThatSaysAllIsLeftAlone() {
    assertThat(GreetingPlanner.plan(new Observation("Ada", Optional.of("Hello, Ada"))))
        .isEqualTo(new Plan.Leave());
  }

  @Test
  void greetingIsMadeAndMadeAgain(TestCluster cluster) {
    var client = cluster.client();
    var parts =
        new Engine.Parts(
            client,
            SteppedTimeline.atNewYear(),
            Leadership.always(),
            new PatchedFinalizers(client),
            new SimpleMeterRegistry(),
            new Random(1));
    try (var engine = new Engine(parts)) {
      var applier = new Applier(client, FieldManager.of("sample"));
      engine.add(
          "greetings",
          GreetingReconciler.watches(),
          new GreetingReconciler(applier),
          ControllerSettings.DEFAULT);
      engine.start();
      order(cluster, "Ada");
      var greeting =
          client.configMaps().inNamespace(cluster.namespace()).withName("hello-greeting");
      var made =
          cluster.await().until("she is greeted", greeting, it -> says(it.getData(), "Hello, Ada"));

      greeting.delete();

      cluster
          .await()
          .until(
              "she is greeted again",
              greeting,
              it -> !it.getMetadata().getUid().equals(made.getMetadata().getUid()));
    }
  }

  private static boolean says(Map<String, String> data, String text) {
    return text.equals(data.get("text"));
  }

  private static void order(TestCluster cluster, String name) {
    cluster
        .client()
        .resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace(cluster.namespace())
                .withName("hello")
                .addToLabels("sample", "order")
                .endMetadata()
                .withData(Map.of("name", name))
                .build())
        .create();
  }
}
