package dev.butlerlabs.butler.bench.ipam;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.FreshApiServer;
import dev.butlerlabs.butler.bench.Part;
import dev.butlerlabs.butler.bench.ipam.claims.Settled;
import java.time.Duration;
import java.util.List;

/** What a platform costs on which nothing happens. */
public final class SettledPart implements Part {

  private static final int CLAIMS_PER_TENANT = 5;
  private static final int CLAIMS = 5_000;

  @Override
  public String name() {
    return "settled";
  }

  @Override
  public int size() {
    return CLAIMS;
  }

  @Override
  public List<Figure> run(int claims) throws Exception {
    var tenants = Math.max(1, claims / CLAIMS_PER_TENANT);
    try (var server = new FreshApiServer()) {
      return Settled.measure(server.kubeconfig(), tenants, claims, Duration.ofMinutes(1));
    }
  }
}
