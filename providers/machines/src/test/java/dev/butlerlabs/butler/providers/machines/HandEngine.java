package dev.butlerlabs.butler.providers.machines;

import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * The engine, turned by hand: one thread, calls to the platform included, one object after the
 * other, so that every run makes the same calls in the same order.
 */
final class HandEngine implements AutoCloseable {

  private static final int MOST = 30;
  private static final Duration A_POLL = Duration.ofSeconds(12);

  private final Snapshot cache;
  private final SteppedTimeline timeline;
  private final MachineControllers controllers;
  private final Map<Kind<?>, Set<ObjectKey>> before = new HashMap<>();

  /**
   * An engine that has done nothing yet.
   *
   * @param process what the reconcilers call
   */
  HandEngine(Lab lab, KubernetesClient process, Provider platform, SteppedTimeline timeline) {
    this.timeline = timeline;
    this.cache = new Snapshot(lab.client(), lab.namespace());
    this.controllers =
        new MachineControllers(
            new MachineControllers.Parts(
                process, timeline, Leadership.always(), Runnable::run, new Random(1), "test"),
            java.util.List.of(platform),
            new MachineControllers.Settings(lab.namespace(), 2, Duration.ofMinutes(1)));
  }

  static HandEngine of(Lab lab, Provider platform, SteppedTimeline timeline) {
    return new HandEngine(lab, lab.client(), platform, timeline);
  }

  /** Turns until nothing is written any more. */
  void settle() {
    cache.look();
    turnUntilSettled();
  }

  private void turnUntilSettled() {
    for (var turn = 0; turn < MOST; turn++) {
      var last = cache.fingerprint();
      turn();
      cache.look();
      if (cache.fingerprint().equals(last)) {
        return;
      }
    }
    throw new IllegalStateException("it did not settle within " + MOST + " turns");
  }

  /** Lets that much time pass, a poll at a time. */
  void pass(Duration time) {
    var until = timeline.instant().plus(time);
    settle();
    while (timeline.instant().isBefore(until)) {
      timeline.advance(A_POLL);
      // Only time has passed since the last look.
      turnUntilSettled();
    }
  }

  /** Everybody is looked at once, from what the cache has. */
  void turn() {
    var all = controllers.reconcilers();
    each(Kind.of(ProviderConfig.class), all.configs());
    each(Kind.of(MachineRequest.class), all.machines());
    each(Kind.of(LoadBalancerRequest.class), all.balancers());
    each(Kind.of(ImageSync.class), all.images());
  }

  private <T extends HasMetadata> void each(Kind<T> kind, Reconciler<T> reconciler) {
    var there = new HashSet<ObjectKey>();
    cache.list(kind).stream()
        .sorted(Comparator.comparing(one -> one.getMetadata().getName()))
        .forEach(
            one -> {
              var key =
                  new ObjectKey(one.getMetadata().getNamespace(), one.getMetadata().getName());
              there.add(key);
              run(one, reconciler, context(key));
            });
    before.getOrDefault(kind, Set.of()).stream()
        .filter(key -> !there.contains(key))
        .forEach(key -> gone(reconciler, key));
    before.put(kind, there);
  }

  private Context context(ObjectKey key) {
    var now = timeline.instant();
    return new Context(key, cache, now, now.plus(Duration.ofMinutes(1)), 0, "test");
  }

  private <T extends HasMetadata> void gone(Reconciler<T> reconciler, ObjectKey key) {
    try {
      reconciler.gone(key, context(key));
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  private static <T extends HasMetadata> void run(
      T object, Reconciler<T> reconciler, Context context) {
    try {
      if (reconciler.reconcile(object, context)
          instanceof Outcome.Failed(var reason, var problem)) {
        throw new IllegalStateException(reason + ": " + problem.sentence());
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", interrupted);
    }
  }

  @Override
  public void close() {
    controllers.close();
  }
}
