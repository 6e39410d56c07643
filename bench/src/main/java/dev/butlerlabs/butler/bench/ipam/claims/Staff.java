package dev.butlerlabs.butler.bench.ipam.claims;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus.Phase;
import dev.butlerlabs.butler.ipam.ledger.Scope;
import dev.butlerlabs.butler.ipam.pool.AddressControllers;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;

/** The controllers of addresses on a ward; they know all of it before they may act. */
final class Staff implements AutoCloseable {

  private static final long PARK = Duration.ofMillis(100).toNanos();

  private final Scope scope;
  private final SystemTimeline timeline = new SystemTimeline();
  private final Lead lead = new Lead();
  private final Engine engine;

  /** A lead that is given once. */
  private static final class Lead implements Leadership {
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean leading;

    @Override
    public boolean leading() {
      return leading;
    }

    @Override
    public Registration onChange(Listener listener) {
      listeners.add(listener);
      return () -> listeners.remove(listener);
    }

    private void give() {
      leading = true;
      listeners.forEach(listener -> listener.changed(true));
    }
  }

  Staff(Ward ward) {
    this.scope = new Scope(ward.namespace(), ward.namespace());
    var meters = new SimpleMeterRegistry();
    engine =
        new Engine(
            new Engine.Parts(
                ward.client(),
                timeline,
                lead,
                new PatchedFinalizers(ward.client()),
                meters,
                new Random(1)));
    AddressControllers.usual(ward.client(), scope, timeline, meters, "bench").addTo(engine);
  }

  /** Fills the caches. */
  void comeIn() throws InterruptedException {
    engine.start();
    if (!engine.awaitSynced(Duration.ofMinutes(2))) {
      throw new IllegalStateException("the caches were not filled: " + engine.problems());
    }
  }

  void begin() {
    lead.give();
  }

  /** Waits until so many claims are served. */
  void awaitServed(int count, Duration limit) {
    var end = System.nanoTime() + limit.toNanos();
    while (served() < count) {
      if (System.nanoTime() > end) {
        throw new IllegalStateException(
            "only %d of %d claims were served within %s".formatted(served(), count, limit));
      }
      LockSupport.parkNanos(PARK);
    }
  }

  private long served() {
    return engine.cache().list(scope.claims()).stream().filter(Staff::allocated).count();
  }

  private static boolean allocated(IPAllocation claim) {
    return claim.getStatus() != null && claim.getStatus().phase() == Phase.ALLOCATED;
  }

  @Override
  public void close() {
    engine.close();
    timeline.close();
  }
}
