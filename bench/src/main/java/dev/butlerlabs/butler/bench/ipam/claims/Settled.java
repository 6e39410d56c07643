package dev.butlerlabs.butler.bench.ipam.claims;

import dev.butlerlabs.butler.bench.Calls;
import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.Rest;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;

/** Processor time and calls of the controllers while nothing happens. */
public final class Settled {

  private static final int POOLS = 4;

  private Settled() {}

  public static List<Figure> measure(Path kubeconfig, int tenants, int claims, Duration time)
      throws InterruptedException, ExecutionException {
    var access = Kubeconfigs.fromFile(kubeconfig).orElseThrow();
    var calls = new Calls();
    try (var client =
        Clients.connect(access, ClientSettings.named("butler-bench"), List.of(calls))) {
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
        return Rest.measured(
            calls,
            time,
            "a settled platform",
            "%d tenants, %d allocations".formatted(tenants, claims));
      }
    }
  }
}
