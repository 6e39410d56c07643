package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import java.io.PrintWriter;
import java.util.List;

/** Says before long work what it will be, and refuses what would surely fail. */
final class Preflights {

  private Preflights() {}

  static void tell(Toolchain tools, List<Tool> wanted, PrintWriter out) {
    var plan = tools.plan(wanted);
    if (!plan.ready()) {
      out.println("The tool chain is not complete yet:");
      plan.lines().forEach(line -> out.println("  " + line));
      out.flush();
    }
    if (!plan.problems().isEmpty()) {
      throw new Refusal("the tool chain", String.join("; ", plan.problems()), "");
    }
  }
}
