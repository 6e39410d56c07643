package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.FreshApiServer;
import dev.butlerlabs.butler.bench.Part;
import dev.butlerlabs.butler.pki.Kubeconfig;
import java.net.InetAddress;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;

/**
 * Very many control planes on a platform whose pods run nothing, and the rest after them. The
 * manager is the real one in a process of its own; one real API server answers for all tenants.
 */
public final class FleetPart implements Part {

  private static final int WARM = 3;
  private static final int SPARE = 50;

  private final Venue venue;

  public FleetPart(Venue venue) {
    this.venue = venue;
  }

  @Override
  public String name() {
    return "fleet";
  }

  @Override
  public int size() {
    return 1000;
  }

  @Override
  public List<Figure> run(int orders) throws Exception {
    try (var inside = new FreshApiServer();
        var stage = venue.simulated();
        var _ = reception(stage, inside, orders + WARM + SPARE)) {
      var desk = new Orders(stage.client());
      desk.allReady("warm", WARM);
      desk.takeBack("warm", WARM);
      var audit = stage.launcher().home().resolve("logs/audit.log");
      try (var log = new CallLog(audit, "butler:manager")) {
        var fleet = new Fleet(stage, log, orders);
        var figures = new ArrayList<>(fleet.built(desk));
        figures.addAll(fleet.atRest());
        return figures;
      }
    }
  }

  private static Reception reception(Stage stage, FreshApiServer inside, int pods)
      throws Exception {
    var node = stage.client().nodes().withName("process-node").require();
    var address = node.getStatus().getAddresses().getFirst().getAddress();
    return new Reception(
        stage.client(),
        Kubeconfig.parse(Files.readString(inside.kubeconfig())),
        InetAddress.ofLiteral(address),
        pods);
  }
}
