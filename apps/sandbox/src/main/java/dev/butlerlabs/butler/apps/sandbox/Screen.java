package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.platform.PlatformState;
import dev.butlerlabs.butler.sandbox.platform.PlatformState.Part;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

/** Shows a start as it goes on: a table redrawn in place on a terminal, plain lines elsewhere. */
sealed interface Screen {

  void show(PlatformState state);

  /** Called once at the end. */
  void finish();

  static Screen on(PrintWriter out, boolean terminal) {
    return terminal ? new Live(out) : new Plain(out);
  }

  /** One line of the table. */
  static String row(Part part) {
    var ready = part.readyAfterMillis();
    var time = ready == null ? "" : " %.1f s".formatted(ready / 1000.0);
    var cause = part.state().equals("backing off") ? "  " + part.cause() : "";
    return "%-26s %-12s%s%s".formatted(part.name(), part.state(), time, cause);
  }

  /** For people: the components with a mark each, redrawn where they stand. */
  final class Live implements Screen {

    private final PrintWriter out;
    private int drawn;
    private String last = "";

    Live(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void show(PlatformState state) {
      var text = new StringBuilder();
      for (var part : state.parts()) {
        var mark = part.state().equals("ready") ? "\u001b[32m✔\u001b[0m " : "\u001b[33m…\u001b[0m ";
        text.append("\u001b[2K  ").append(mark).append(row(part)).append('\n');
      }
      if (text.toString().equals(last)) {
        return;
      }
      last = text.toString();
      if (drawn > 0) {
        out.print("\u001b[" + drawn + "A");
      }
      out.print(last);
      out.flush();
      drawn = state.parts().size();
    }

    @Override
    public void finish() {
      out.println();
    }
  }

  /** For logs and scripts: one line when something becomes ready or ends. */
  final class Plain implements Screen {

    private final PrintWriter out;
    private final Map<String, String> told = new HashMap<>();

    Plain(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void show(PlatformState state) {
      for (var part : state.parts()) {
        var worthALine = part.state().equals("ready") || part.state().equals("backing off");
        var moment = part.state() + " " + part.restarts();
        if (worthALine && !moment.equals(told.put(part.name(), moment))) {
          out.println("  " + row(part).stripTrailing());
          out.flush();
        }
      }
    }

    @Override
    public void finish() {}
  }
}
