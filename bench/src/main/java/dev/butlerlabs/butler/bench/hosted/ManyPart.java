package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.Part;
import java.io.IOException;
import java.util.List;
import java.util.function.Predicate;

/** As many real control planes as a machine of this size should bear, and what each costs. */
public final class ManyPart implements Part {

  private static final int NAIVE_SETS = 3;
  private static final double HEAP_EACH = 2;

  private final Venue venue;

  public ManyPart(Venue venue) {
    this.venue = venue;
  }

  @Override
  public String name() {
    return "many";
  }

  @Override
  public int size() {
    return 25;
  }

  @Override
  public List<Figure> run(int orders) throws Exception {
    var bare = venue.bare().naive();
    var stage = venue.stage();
    var desk = new Orders(stage.client());
    var before = Memory.liveHeap(stage.pid("manager"));
    Stage.tell(orders + " orders at once");
    var took = desk.allReady("many", orders);
    var heap = (Memory.liveHeap(stage.pid("manager")) - before) / orders;
    var each = memoryOfEach(stage, orders);
    var restarts = desk.restarts();
    desk.takeBack("many", orders);
    var sets = Math.min(orders, NAIVE_SETS);
    Stage.tell(sets + " sets by hand, as they come");
    var naive = bare.memoryOfEach(sets, "/naive-");
    return List.of(
        new Figure(
            orders + " control planes, all Ready",
            took.toMillis() / 1e3,
            "s",
            "all of them, none started again",
            0,
            restarts == 0,
            restarts + " programs were started again"),
        new Figure(
            "manager's heap for each",
            heap,
            "MiB",
            "at most 2 MiB",
            HEAP_EACH,
            heap <= HEAP_EACH,
            "live objects before and after"),
        new Figure(
            "memory of each control plane",
            each,
            "MiB",
            "less than the same programs as they come",
            naive,
            each < naive,
            "%.1f MiB as they come; shares of pages that several have".formatted(naive)));
  }

  private static double memoryOfEach(Stage stage, int orders) throws IOException {
    Predicate<ProcessHandle> ours =
        process -> process.info().command().filter(Memory::isOfControlPlane).isPresent();
    var node = ProcessHandle.of(stage.pid("process-node")).orElseThrow();
    return Memory.shares(node.descendants().filter(ours)) / orders;
  }
}
