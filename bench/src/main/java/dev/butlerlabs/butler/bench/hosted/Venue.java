package dev.butlerlabs.butler.bench.hosted;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The one platform that all parts of a run are measured on, started when the first wants it. */
public final class Venue implements AutoCloseable {

  private final List<String> program;
  private @Nullable Stage stage;
  private @Nullable BareSet bare;

  /**
   * Starts nothing yet.
   *
   * @param program what starts the platform when a command is added, for example the launcher
   */
  public Venue(List<String> program) {
    this.program = List.copyOf(program);
  }

  /** A platform beside it whose pods run nothing. */
  Stage simulated() throws IOException, InterruptedException {
    return Stage.open(program, "--simulated");
  }

  Stage stage() throws IOException, InterruptedException {
    var open = stage;
    if (open == null) {
      open = Stage.open(program);
      stage = open;
    }
    return open;
  }

  /** A first order, which also warms what every later one uses, and its programs by hand. */
  BareSet bare() throws IOException, InterruptedException {
    var known = bare;
    if (known == null) {
      Stage.tell("a first order, whose programs are started by hand beside");
      var open = stage();
      var orders = new Orders(open.client());
      orders.answered("first");
      var home = open.launcher().home();
      known = BareSet.like(open.client(), "first", home, open.folder().resolve("bare"));
      orders.takeBack("first");
      bare = known;
    }
    return known;
  }

  @Override
  public void close() throws IOException {
    if (stage != null) {
      stage.close();
    }
  }
}
