package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.testkit.ShortPauses;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Random;

/** A manager process that looks after the addresses of one lab. */
final class Office implements AutoCloseable {

  private final ShortPauses time;
  private final Engine engine;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

  Office(Lab lab, KubernetesClient client, Timeline timeline, int batch, int atOnce) {
    time = new ShortPauses(timeline);
    engine =
        new Engine(
            new Engine.Parts(
                client,
                time,
                Leadership.always(),
                new PatchedFinalizers(client),
                meters,
                new Random(1)));
    new AddressControllers(
            client, lab.scope(), time, meters, "test", batch, atOnce, AddressControllers.VIRTUAL)
        .addTo(engine);
  }

  static Office of(Lab lab, Timeline timeline) throws InterruptedException {
    var office = new Office(lab, lab.client(), timeline, 500, 8);
    office.start();
    return office;
  }

  void start() throws InterruptedException {
    engine.start();
    if (!engine.awaitSynced(Duration.ofMinutes(2))) {
      throw new AssertionError("not synced: " + engine.problems());
    }
  }

  /** How many claims were dealt with, with that result. */
  double processed(String result) {
    return meters.counter("butler.ip.allocation.processed", "result", result).count();
  }

  @Override
  public void close() {
    engine.close();
    time.close();
  }
}
