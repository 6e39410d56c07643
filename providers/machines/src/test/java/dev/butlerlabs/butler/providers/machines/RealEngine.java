package dev.butlerlabs.butler.providers.machines;

import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;

/** The engine as it runs in the manager, with watches, workers and threads of its own. */
final class RealEngine implements AutoCloseable {

  private static final Duration SYNCED_WITHIN = Duration.ofMinutes(2);
  private static final Duration CALL_DEADLINE = Duration.ofDays(1);

  private final Engine engine;
  private final MachineControllers controllers;

  private RealEngine(Lab lab, InMemoryPlatform platform, Timeline timeline, int perAccount) {
    engine =
        new Engine(
            new Engine.Parts(
                lab.client(),
                timeline,
                Leadership.always(),
                new PatchedFinalizers(lab.client()),
                new SimpleMeterRegistry(),
                new Random(1)));
    controllers =
        new MachineControllers(
            new MachineControllers.Parts(
                lab.client(),
                timeline,
                Leadership.always(),
                MachineControllers.virtualThreads(),
                new Random(1),
                "test"),
            List.of(platform),
            new MachineControllers.Settings(lab.namespace(), perAccount, CALL_DEADLINE));
    controllers.addTo(engine);
  }

  /**
   * Running, and knowing all that is there.
   *
   * @param perAccount calls at once
   */
  static RealEngine started(Lab lab, InMemoryPlatform platform, Timeline timeline, int perAccount)
      throws InterruptedException {
    var running = new RealEngine(lab, platform, timeline, perAccount);
    running.engine.start();
    if (!running.engine.awaitSynced(SYNCED_WITHIN)) {
      throw new AssertionError("not synced: " + running.engine.problems());
    }
    return running;
  }

  /** The machine's clock, so many times as quick. */
  static Timeline hurried(int times) {
    var real = new SystemTimeline();
    var start = real.instant();
    return new Timeline() {
      @Override
      public Instant instant() {
        return start.plus(Duration.between(start, real.instant()).multipliedBy(times));
      }

      @Override
      public Alarm at(Instant when, Runnable task) {
        return real.at(start.plus(Duration.between(start, when).dividedBy(times)), task);
      }
    };
  }

  @Override
  public void close() {
    engine.close();
    controllers.close();
  }
}
