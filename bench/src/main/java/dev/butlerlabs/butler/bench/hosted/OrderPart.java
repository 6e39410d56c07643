package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.Part;
import java.util.List;

/** One order at a time, each beside a bare kube-apiserver, in alternating order. */
public final class OrderPart implements Part {

  private static final double TIMES_BARE = 1.6;

  private final Venue venue;

  public OrderPart(Venue venue) {
    this.venue = venue;
  }

  @Override
  public String name() {
    return "order";
  }

  @Override
  public int size() {
    return 10;
  }

  @Override
  public List<Figure> run(int pairs) throws Exception {
    var hosted = new Times();
    var alone = new Times();
    var bare = venue.bare();
    var orders = new Orders(venue.stage().client());
    bare.apiServerReadyAfter("/first");
    for (var pair = 1; pair <= pairs; pair++) {
      if (pair % 2 == 0) {
        alone.add(bare.apiServerReadyAfter("/bare-" + pair));
      }
      hosted.add(orders.answered("order-" + pair));
      orders.takeBack("order-" + pair);
      if (pair % 2 == 1) {
        alone.add(bare.apiServerReadyAfter("/bare-" + pair));
      }
      Stage.tell("%d: hosted %s, bare %s".formatted(pair, hosted.last(), alone.last()));
    }
    return List.of(figure(hosted, alone, pairs));
  }

  private static Figure figure(Times hosted, Times alone, int pairs) {
    var whole = hosted.median();
    var bare = alone.median();
    return new Figure(
        "order to first answer",
        whole / bare,
        "x bare",
        "at most 1.6 times kube-apiserver with the same flags on the same etcd to /readyz",
        TIMES_BARE,
        whole <= TIMES_BARE * bare,
        "medians %.2f s and %.2f s of %d pairs; hosted %s; bare %s"
            .formatted(whole, bare, pairs, hosted, alone));
  }
}
