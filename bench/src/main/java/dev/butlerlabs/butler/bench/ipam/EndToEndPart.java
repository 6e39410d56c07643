package dev.butlerlabs.butler.bench.ipam;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.FreshApiServer;
import dev.butlerlabs.butler.bench.Part;
import dev.butlerlabs.butler.bench.ipam.claims.EndToEnd;
import java.util.List;

/** How fast waiting claims are served, beside how fast a status can be written at all. */
public final class EndToEndPart implements Part {

  private static final int CLAIMS = 10_000;

  @Override
  public String name() {
    return "end-to-end";
  }

  @Override
  public int size() {
    return CLAIMS;
  }

  @Override
  public List<Figure> run(int claims) throws Exception {
    try (var server = new FreshApiServer()) {
      return EndToEnd.measure(server.kubeconfig(), claims);
    }
  }
}
