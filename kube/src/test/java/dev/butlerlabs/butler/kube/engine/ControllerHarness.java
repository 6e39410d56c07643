package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A controller without a cluster: the test sees each run begin and says what comes of it. */
final class ControllerHarness {

  static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofMinutes(1));

  final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  final MeterRegistry meters = new SimpleMeterRegistry();
  final Controller controller;
  private final BlockingQueue<Run> begun = new LinkedBlockingQueue<>();

  /** One run that waits for the test. */
  static final class Run {
    final Context context;
    private final BlockingQueue<Performance.Work> answer = new LinkedBlockingQueue<>();

    private Run(Context context) {
      this.context = context;
    }

    String key() {
      return context.key().toString();
    }

    void answer(Outcome outcome) {
      answer.add(_ -> outcome);
    }

    void answer(Performance.Work work) {
      answer.add(work);
    }
  }

  ControllerHarness(ControllerSettings settings) {
    var metrics = new ControllerMetrics(meters, "test");
    var performance =
        new Performance("test", this::run, new NoCache(), timeline, new Random(1), metrics);
    var failures = new Failures(settings.backoff(), new Random(1));
    controller = new Controller("test", settings, timeline, failures, performance);
    metrics.watch(controller::waiting, controller::running);
  }

  static ControllerHarness working() {
    return working(ControllerSettings.DEFAULT.withWorkers(4, 2).withBackoff(BACKOFF));
  }

  static ControllerHarness working(ControllerSettings settings) {
    var harness = new ControllerHarness(settings);
    harness.controller.open();
    harness.controller.lead(true);
    return harness;
  }

  private Outcome run(Context context) throws InterruptedException {
    var run = new Run(context);
    begun.add(run);
    return run.answer.take().run(context);
  }

  void offer(String key, Urgency urgency) {
    controller.offer(key(key), urgency);
  }

  Run next() throws InterruptedException {
    var run = begun.poll(60, TimeUnit.SECONDS);
    if (run == null) {
      throw new AssertionError("no run began");
    }
    return run;
  }

  /** Lets the run end so, and returns when the controller has taken note of it. */
  void end(Run run, Outcome outcome) {
    var before = controller.running();
    run.answer(outcome);
    await(() -> controller.running() < before || !begun.isEmpty());
  }

  boolean nothingBegan() {
    return begun.isEmpty();
  }

  static void await(BooleanSupplier condition) {
    var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("waited 60 s in vain");
      }
      Thread.onSpinWait();
    }
  }

  static ObjectKey key(String text) {
    var parts = text.split("/", 2);
    return new ObjectKey(parts[0], parts[1]);
  }
}
