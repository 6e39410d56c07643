package dev.butlerlabs.butler.apps.workbench.console;

import java.io.PrintWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;

/** The streams of the command that runs; picocli fills in the command after it is made. */
public final class Writers {

  private Writers() {}

  public static PrintWriter out(@Nullable CommandSpec spec) {
    return required(spec).commandLine().getOut();
  }

  public static PrintWriter err(@Nullable CommandSpec spec) {
    return required(spec).commandLine().getErr();
  }

  private static CommandSpec required(@Nullable CommandSpec spec) {
    if (spec == null) {
      throw new IllegalStateException("a command runs only through its command line");
    }
    return spec;
  }
}
