package dev.butlerlabs.butler.bench.ipam.claims;

import com.sun.management.OperatingSystemMXBean;
import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Processor time and calls of the controllers while nothing happens. */
public final class Settled {

  private static final int POOLS = 4;
  private static final double MOST_PERCENT = 1;
  private static final Duration QUIET = Duration.ofSeconds(3);

  private Settled() {}

  /** Counts what is sent. */
  private static final class Counter implements Interceptor {
    private final AtomicInteger reads = new AtomicInteger();
    private final AtomicInteger writes = new AtomicInteger();

    @Override
    public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
      (request.method().equals("GET") ? reads : writes).incrementAndGet();
    }

    private int all() {
      return reads.get() + writes.get();
    }
  }

  public static List<Figure> measure(Path kubeconfig, int tenants, int claims, Duration time)
      throws InterruptedException, ExecutionException {
    var access = Kubeconfigs.fromFile(kubeconfig).orElseThrow();
    var counter = new Counter();
    try (var client =
        Clients.connect(access, ClientSettings.named("butler-bench"), List.of(counter))) {
      var ward = new Ward(client, "bench-settled");
      ward.open();
      for (var pool = 0; pool < POOLS; pool++) {
        ward.pool("pool-" + pool, "172.%d.0.0/16".formatted(16 + pool));
      }
      Ward.each(tenants, at -> ward.tenant("tenant-" + at));
      Ward.each(
          claims,
          at -> ward.claim("claim-" + at, "pool-" + at % POOLS, "tenant-" + at % tenants, 2));
      try (var staff = new Staff(ward)) {
        staff.comeIn();
        staff.begin();
        staff.awaitServed(claims, Duration.ofMinutes(10));
        awaitQuiet(counter);
        return watch(counter, time, tenants, claims);
      }
    }
  }

  /** The last words about the last pass have been said. */
  private static void awaitQuiet(Counter counter) {
    for (var before = -1; before != counter.all(); ) {
      before = counter.all();
      LockSupport.parkNanos(QUIET.toNanos());
    }
    System.gc();
  }

  private static List<Figure> watch(Counter counter, Duration time, int tenants, int claims) {
    var machine = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    var reads = counter.reads.get();
    var writes = counter.writes.get();
    var used = machine.getProcessCpuTime();
    var begin = System.nanoTime();
    while (System.nanoTime() - begin < time.toNanos()) {
      LockSupport.parkNanos(time.toNanos() - (System.nanoTime() - begin));
    }
    var percent = 100.0 * (machine.getProcessCpuTime() - used) / (System.nanoTime() - begin);
    var wrote = counter.writes.get() - writes;
    var detail =
        "%d tenants, %d allocations, %d s; %d reads"
            .formatted(tenants, claims, time.toSeconds(), counter.reads.get() - reads);
    return List.of(
        new Figure(
            "processor of a settled platform",
            percent,
            "% of one core",
            "at most 1 %",
            MOST_PERCENT,
            percent <= MOST_PERCENT,
            detail),
        new Figure(
            "writes of a settled platform", wrote, "per minute", "none", 0, wrote == 0, detail));
  }
}
