package dev.butlerlabs.butler.apps.sandbox;

import dev.butlerlabs.butler.sandbox.toolchain.Located;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Source;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import java.io.PrintWriter;
import java.time.Duration;

/** Tells of the tool chain's work, a line each; what was there already is not worth one. */
record ToolLines(PrintWriter out, boolean everything) implements Progress {

  @Override
  public void started(Tool tool, String doing) {
    line("  " + tool + ": " + doing);
  }

  @Override
  public void stillWorking(Tool tool, String doing, Duration elapsed) {
    line("  %s: still %s, %d s".formatted(tool, doing, elapsed.toSeconds()));
  }

  @Override
  public void done(Located located, Duration took) {
    if (everything || !(located.source() instanceof Source.Cached)) {
      line("  %s (%.1f s)".formatted(located.describe(), took.toMillis() / 1000.0));
    }
  }

  private void line(String text) {
    out.println(text);
    out.flush();
  }
}
