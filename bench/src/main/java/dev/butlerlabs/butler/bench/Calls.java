package dev.butlerlabs.butler.bench;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Counts what a client sends. */
public final class Calls implements Interceptor {

  private static final Duration QUIET = Duration.ofSeconds(3);

  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    (request.method().equals("GET") ? reads : writes).incrementAndGet();
  }

  public int reads() {
    return reads.get();
  }

  public int writes() {
    return writes.get();
  }

  public int all() {
    return reads() + writes();
  }

  /** Returns when nothing was sent for a while. */
  public void awaitQuiet() {
    for (var before = -1; before != all(); ) {
      before = all();
      LockSupport.parkNanos(QUIET.toNanos());
    }
  }
}
