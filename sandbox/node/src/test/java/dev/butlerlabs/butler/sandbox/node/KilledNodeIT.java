package dev.butlerlabs.butler.sandbox.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A node that is killed while its pods run. */
@ExtendWith(OnLab.class)
class KilledNodeIT {

  private final Lab lab;

  KilledNodeIT(Lab lab) {
    this.lab = lab;
  }

  @Test
  void killedNodeLeavesNoProcessAndItsNextLifeRunsThePodAgain(@TempDir Path folder)
      throws Exception {
    var namespace = lab.namespace();
    var first = start(folder);
    try {
      lab.pod(
          namespace,
          Lab.shell("left", "args: [\"-c\", \"trap '' TERM; sleep 4321 & sleep 4322; true\"]")
              .replace("node-a", "node-killed"));
      lab.awaitReady(namespace, "left");
      Await.untilTrue("both sleep", () -> sleepers() == 2);
    } finally {
      first.destroyForcibly().waitFor();
    }
    Await.untilTrue("nothing of the pod is left", () -> sleepers() == 0);

    var second = start(folder);
    try {
      var pod =
          lab.await()
              .until(
                  "the pod runs again",
                  lab.find(namespace, "left"),
                  seen ->
                      seen.getStatus().getContainerStatuses().getFirst().getRestartCount() == 1
                          && Lab.ready(seen));
      Await.untilTrue("both sleep again", () -> sleepers() == 2);
      assertThat(pod.getStatus().getPodIP()).startsWith("127.");
    } finally {
      second.destroy();
      second.destroyForcibly().waitFor();
      lab.client().nodes().withName("node-killed").delete();
    }
    Await.untilTrue("nothing of the pod is left", () -> sleepers() == 0);
  }

  private static long sleepers() {
    return Processes.with("sleep 4321") + Processes.with("sleep 4322");
  }

  private Process start(Path folder) throws IOException {
    return new ProcessBuilder(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                NodeMain.class.getName(),
                "node-killed",
                folder.resolve("home").toString(),
                lab.plane().url().toString(),
                lab.authorityFile().toString()))
        .redirectErrorStream(true)
        .redirectOutput(Redirect.appendTo(folder.resolve("log").toFile()))
        .start();
  }
}
