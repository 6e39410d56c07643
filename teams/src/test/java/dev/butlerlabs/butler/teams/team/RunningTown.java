package dev.butlerlabs.butler.teams.team;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.teams.TeamControllers;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Random;

/** A {@link Town} with the real engine at work. */
final class RunningTown implements AutoCloseable {

  private final SystemTimeline timeline = new SystemTimeline();
  private final Town town;
  private final Engine engine;

  RunningTown(TestCluster cluster) throws InterruptedException {
    town = new Town(cluster);
    var client = cluster.client(WireFormat.serialization());
    engine =
        new Engine(
            new Engine.Parts(
                client,
                timeline,
                Leadership.always(),
                new PatchedFinalizers(client),
                new SimpleMeterRegistry(),
                new Random(1)));
    TeamControllers.add(engine, client, timeline, "test");
    engine.start();
    assertThat(engine.awaitSynced(Town.PATIENCE)).isTrue();
  }

  Town town() {
    return town;
  }

  @Override
  public void close() {
    engine.close();
    timeline.close();
  }
}
