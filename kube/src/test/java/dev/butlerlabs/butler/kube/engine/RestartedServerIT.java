package dev.butlerlabs.butler.kube.engine;

import static dev.butlerlabs.butler.testkit.Await.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestartedServerIT {

  private static final Duration A_RESTART = Duration.ofMinutes(2);

  private final Recorded recorded = new Recorded();

  @Test
  void engineCarriesOnAfterTheApiServerWasKilled(@TempDir Path folder)
      throws IOException, InterruptedException {
    try (var server = new OwnApiServer(folder);
        var user = server.connect();
        var client = server.connect();
        var engine = engine(client)) {
      engine.start();
      say(user, "before");
      untilTrue("it was seen", () -> recorded.runs().contains("a before"));

      server.kill();
      untilTrue("the engine notices", A_RESTART, () -> !engine.synced());
      assertThat(engine.problems().getFirst().sentence()).contains("watch of configmaps");

      untilTrue("the server is back", A_RESTART, server::isBack);
      say(user, "after");

      untilTrue("it was seen", A_RESTART, () -> recorded.runs().contains("a after"));
      untilTrue("the engine is in step", A_RESTART, engine::synced);
    }
  }

  private Engine engine(KubernetesClient client) {
    return new Engine(
            new Engine.Parts(
                client,
                SteppedTimeline.atNewYear(),
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)))
        .add(
            "maps",
            Watches.on(Kind.of(ConfigMap.class).in("default")),
            recorded,
            ControllerSettings.DEFAULT);
  }

  private static void say(KubernetesClient user, String text) {
    user.resource(
            new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("a")
                .endMetadata()
                .withData(Map.of("say", text))
                .build())
        .forceConflicts()
        .serverSideApply();
  }
}
