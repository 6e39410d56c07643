package dev.butlerlabs.butler.bench.ipam;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.FreshApiServer;
import dev.butlerlabs.butler.bench.ipam.claims.Settled;
import java.time.Duration;
import java.util.List;

/** What a platform costs on which nothing happens. */
public final class SettledPart implements Part {

  private static final int TENANTS = 1_000;
  private static final int CLAIMS = 5_000;

  @Override
  public String name() {
    return "settled";
  }

  @Override
  public List<Figure> run() throws Exception {
    try (var server = new FreshApiServer()) {
      return Settled.measure(server.kubeconfig(), TENANTS, CLAIMS, Duration.ofMinutes(1));
    }
  }
}
