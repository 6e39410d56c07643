package dev.butlerlabs.butler.sandbox.toolchain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Builds one program from the module proxy, pinned by the component's {@code go.sum}. */
final class GoBuild {

  private static final Duration BUILD_WITHIN = Duration.ofHours(2);

  private GoBuild() {}

  /**
   * Leaves the program in {@code target}.
   *
   * @param work an empty folder for the module files
   * @param log keeps all that Go said
   * @throws ToolchainProblem when Go fails
   */
  static void build(Go go, Tool tool, Path work, Path target, Path log) throws IOException {
    Recipe.writeModule(tool.component(), work);
    var outcome =
        go.run(
            List.of(
                "build",
                "-trimpath",
                "-buildvcs=false",
                "-ldflags",
                tool.component().linkerFlags(),
                "-o",
                target.toString(),
                tool.goPackage()),
            work,
            log,
            BUILD_WITHIN);
    if (!outcome.succeeded()) {
      throw new ToolchainProblem(explain("building " + tool + " with Go", outcome, log));
    }
    Files.deleteIfExists(log);
  }

  static String explain(String tried, Programs.Outcome outcome, Path log) {
    var output = outcome.output();
    if (outcome.code() == -1) {
      return tried + " did not end in time; all output is in " + log;
    }
    if (output.contains("no space left on device")) {
      return tried + " filled the disk; make room (go clean -cache helps) and try again";
    }
    var last = output.lines().filter(line -> !line.isBlank()).reduce((_, line) -> line);
    return "%s failed (%s); all output is in %s, check GOPROXY and HTTPS_PROXY if it is about the network"
        .formatted(tried, last.orElse("exit code " + outcome.code()), log);
  }
}
