package dev.butlerlabs.butler.bench.tenants;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.hosted.Orders;
import dev.butlerlabs.butler.bench.hosted.Stage;
import dev.butlerlabs.butler.bench.hosted.Times;
import java.util.List;

/** Rounds of one order each, and of its parts alone: a control plane, and a worker that joins. */
public final class TenantRounds {

  private static final double TIMES_PARTS = 1.5;

  private final Times whole = new Times();
  private final Times plane = new Times();
  private final Times join = new Times();
  private final Stage stage;
  private final Clusters clusters;
  private final Orders planes;

  /** On a platform that is there for nothing else. */
  public TenantRounds(Stage stage) {
    this.stage = stage;
    this.clusters = new Clusters(stage.client());
    this.planes = new Orders(stage.client());
  }

  public List<Figure> run(int rounds) {
    tell("a first order, which warms what every later one uses");
    clusters.ready("first");
    clusters.takeBack("first");
    var line = round(1);
    for (var number = 2; number <= rounds; number++) {
      line = round(number);
    }
    tell("the last order, step by step:");
    line.lines().forEach(TenantRounds::tell);
    return List.of(ratio(rounds), longest(line));
  }

  /** In every second round the control plane alone comes first. */
  private TimeLine round(int number) {
    var name = "order" + number;
    if (number % 2 == 0) {
      plane(number);
    }
    TimeLine line;
    try (var onlooker = new Onlooker(stage.client(), name)) {
      whole.add(clusters.ready(name));
      line = onlooker.awaitTimeLine();
    }
    join.add(clusters.grown(name, 2));
    clusters.takeBack(name);
    if (number % 2 == 1) {
      plane(number);
    }
    tell(
        "%d: order %s s, control plane %s s, worker %s s"
            .formatted(number, whole.last(), plane.last(), join.last()));
    return line;
  }

  private void plane(int number) {
    var name = "plane" + number;
    plane.add(planes.allReady(name, 1));
    planes.takeBack(name, 1);
  }

  private Figure ratio(int rounds) {
    var parts = plane.median() + join.median();
    return new Figure(
        "order to Ready",
        whole.median() / parts,
        "x parts",
        "at most 1.5 times a control plane and a worker that joins, each alone",
        TIMES_PARTS,
        whole.median() <= TIMES_PARTS * parts,
        "medians of %d: order %.2f s, control plane %.2f s, worker %.2f s; all: %s; %s; %s"
            .formatted(rounds, whole.median(), plane.median(), join.median(), whole, plane, join));
  }

  /** Each gap has a name; this is told, not judged. */
  private static Figure longest(TimeLine line) {
    var gaps = line.gaps();
    return new Figure(
        "longest gap of an order",
        gaps.isEmpty() ? 0 : gaps.getFirst().gap().toMillis(),
        "ms",
        "told, not judged; each above 250 ms is named",
        0,
        true,
        String.join(
            "; ",
            gaps.stream()
                .map(
                    gap ->
                        "%d ms for %s".formatted(gap.gap().toMillis(), gap.milestone().awaited()))
                .toList()));
  }

  private static void tell(String line) {
    System.err.println("tenants: " + line);
  }
}
