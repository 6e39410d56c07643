package dev.butlerlabs.butler.sandbox.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class GoBuildTest {

  @Test
  void fullDiskIsOneSentence() {
    assertThat(explain(1, "compile: writing output: write $WORK/a: no space left on device\n"))
        .isEqualTo("building it filled the disk; make room (go clean -cache helps) and try again");
  }

  @Test
  void failureQuotesTheLastLineAndNamesTheLog() {
    assertThat(explain(1, "go: downloading x v1\ngo: x@v1: dial tcp: i/o timeout\n\n"))
        .isEqualTo(
            "building it failed (go: x@v1: dial tcp: i/o timeout); all output is in /log, check"
                + " GOPROXY and HTTPS_PROXY if it is about the network");
    assertThat(explain(2, "")).startsWith("building it failed (exit code 2); ");
  }

  @Test
  void endlessBuildIsStoppedAndTold() {
    assertThat(explain(-1, "")).isEqualTo("building it did not end in time; all output is in /log");
  }

  private static String explain(int code, String output) {
    return GoBuild.explain("building it", new Programs.Outcome(code, output), Path.of("/log"));
  }
}
