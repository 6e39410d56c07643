package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** What the reconcilers of one contender did, and the brake on one tenant. */
final class Probe {

  private final Map<String, Set<String>> seen = new ConcurrentHashMap<>();
  private final Map<String, Long> marks = new ConcurrentHashMap<>();
  private final AtomicLong reconciles = new AtomicLong();
  private final AtomicInteger blocked = new AtomicInteger();
  private final CountDownLatch release = new CountDownLatch(1);
  private volatile String slowNamespace = "";

  /** Every reconcile begins here, and stays here while its tenant is blocked. */
  void begin(HasMetadata object) {
    if (object.getMetadata().getNamespace().equals(slowNamespace)) {
      blocked.incrementAndGet();
      awaitRelease();
    }
  }

  void end(String reconciler, HasMetadata object) {
    reconciles.incrementAndGet();
    var metadata = object.getMetadata();
    seen.computeIfAbsent(reconciler, _ -> ConcurrentHashMap.newKeySet())
        .add(metadata.getNamespace() + "/" + metadata.getName());
    if (object instanceof Parcel parcel) {
      marks.putIfAbsent(
          reconciler + "/" + metadata.getNamespace() + "/" + parcel.getSpec().mark(),
          System.nanoTime());
    }
  }

  int seenBy(String reconciler) {
    return seen.getOrDefault(reconciler, Set.of()).size();
  }

  long reconciles() {
    return reconciles.get();
  }

  /** When the mark was first seen in the namespace, or zero. */
  long seenAt(String reconciler, String namespace, String mark) {
    return marks.getOrDefault(reconciler + "/" + namespace + "/" + mark, 0L);
  }

  void block(String namespace) {
    slowNamespace = namespace;
  }

  int blocked() {
    return blocked.get();
  }

  void release() {
    slowNamespace = "";
    release.countDown();
  }

  static boolean within(Duration limit, BooleanSupplier condition) throws InterruptedException {
    var end = System.nanoTime() + limit.toNanos();
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        return false;
      }
      TimeUnit.MILLISECONDS.sleep(2);
    }
    return true;
  }

  /** A tenant that answers nothing heeds no interrupt either. */
  private void awaitRelease() {
    var released = false;
    while (!released) {
      try {
        release.await();
        released = true;
      } catch (InterruptedException heedless) {
        released = release.getCount() == 0;
      }
    }
  }
}
