package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.Part;
import java.util.List;

/**
 * A control plane put to sleep and woken, beside a bare kube-apiserver that is started again on the
 * data it left.
 */
public final class WakePart implements Part {

  private static final double TIMES_BARE = 1.3;
  private static final String SLEEPER = "sleeper";

  private final Venue venue;

  public WakePart(Venue venue) {
    this.venue = venue;
  }

  @Override
  public String name() {
    return "wake";
  }

  @Override
  public int size() {
    return 5;
  }

  @Override
  public List<Figure> run(int pairs) throws Exception {
    var hosted = new Times();
    var alone = new Times();
    var bare = venue.bare();
    var orders = new Orders(venue.stage().client());
    bare.apiServerReadyAfter("/again");
    orders.answered(SLEEPER);
    for (var pair = 1; pair <= pairs; pair++) {
      orders.sleep(SLEEPER);
      alone.add(bare.apiServerReadyAfter("/again"));
      hosted.add(orders.woken(SLEEPER));
      Stage.tell("%d: woken %s, bare %s".formatted(pair, hosted.last(), alone.last()));
    }
    orders.takeBack(SLEEPER);
    var whole = hosted.median();
    var start = alone.median();
    return List.of(
        new Figure(
            "wake to first answer",
            whole / start,
            "x bare",
            "at most 1.3 times kube-apiserver started again on its data to /readyz",
            TIMES_BARE,
            whole <= TIMES_BARE * start,
            "medians %.2f s and %.2f s of %d; woken %s; bare %s"
                .formatted(whole, start, pairs, hosted, alone)));
  }
}
