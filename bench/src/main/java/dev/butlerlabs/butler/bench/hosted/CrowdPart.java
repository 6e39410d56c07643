package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.Part;
import java.util.List;

/** Several orders at once, beside as many sets of the three programs started by hand at once. */
public final class CrowdPart implements Part {

  private static final double TIMES_BARE = 1.3;

  private final Venue venue;

  public CrowdPart(Venue venue) {
    this.venue = venue;
  }

  @Override
  public String name() {
    return "crowd";
  }

  @Override
  public int size() {
    return 10;
  }

  @Override
  public List<Figure> run(int orders) throws Exception {
    var bare = venue.bare();
    var desk = new Orders(venue.stage().client());
    Stage.tell(orders + " sets by hand at once");
    var alone = bare.allReadyAfter(orders, "/crowd-").toNanos() / 1e9;
    Stage.tell("%.1f s; now %d orders at once".formatted(alone, orders));
    var ordered = System.nanoTime();
    var whole = desk.allReady("crowd", orders).toNanos() / 1e9;
    desk.followersWell();
    var well = (System.nanoTime() - ordered) / 1e9;
    var restarts = desk.restarts();
    desk.takeBack("crowd", orders);
    return List.of(
        new Figure(
            orders + " orders at once, all Ready",
            whole / alone,
            "x bare",
            "at most 1.3 times as many sets of the same three programs started by hand at once",
            TIMES_BARE,
            whole <= TIMES_BARE * alone,
            "%.1f s and %.1f s; controller managers and schedulers well after %.1f s"
                .formatted(whole, alone, well)),
        new Figure(
            "programs that were started again",
            restarts,
            "",
            "none is ended by its own probe",
            0,
            restarts == 0,
            "all containers of " + orders + " control planes"));
  }
}
