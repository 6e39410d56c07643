package dev.butlerlabs.butler.sandbox.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Nodes beside each other, each with what is its own. */
@ExtendWith(OnLab.class)
class SeveralNodesIT {

  private final Lab lab;

  SeveralNodesIT(Lab lab) {
    this.lab = lab;
  }

  @Test
  void nodesOfTwoHomesShareNoAddress() throws InterruptedException {
    var namespace = lab.namespace();
    var b = lab.node("node-b");
    var c = lab.node("node-c");
    try (b;
        c) {
      lab.pod(
          namespace, Lab.shell("x", "args: [\"-c\", \"sleep 1000\"]").replace("node-a", "node-b"));
      lab.pod(
          namespace, Lab.shell("y", "args: [\"-c\", \"sleep 1000\"]").replace("node-a", "node-c"));
      var x = lab.awaitReady(namespace, "x").getStatus();
      var y = lab.awaitReady(namespace, "y").getStatus();

      assertThat(b.block()).isNotEqualTo(c.block());
      assertThat(new HashSet<>(List.of(x.getPodIP(), y.getPodIP(), x.getHostIP(), y.getHostIP())))
          .hasSize(4);
    }
  }

  @Test
  void simulatedNodeSaysSoAndItsPodsAreReadyAtOnce() throws InterruptedException {
    var namespace = lab.namespace();
    try (var node = lab.node("node-dream", NodeSettings.Mode.SIMULATED)) {
      for (var i = 0; i < 50; i++) {
        lab.pod(
            namespace,
            Lab.shell("dream-" + i, "image: example.com/unknown:1")
                .replace("node-a", "node-dream"));
      }
      var pods =
          lab.await()
              .untilList(
                  "all are ready",
                  lab.client().pods().inNamespace(namespace),
                  seen -> seen.size() == 50 && seen.stream().allMatch(Lab::ready));

      assertThat(pods.stream().map(pod -> pod.getStatus().getPodIP()).distinct()).hasSize(50);
      assertThat(lab.client().nodes().withName("node-dream").get().getMetadata().getLabels())
          .containsEntry("sandbox.butler.butlerlabs.dev/node-kind", "simulated");
      assertThat(lab.client().pods().inNamespace(namespace).withName("dream-7").getLog())
          .isEqualTo("simulated: no process runs for this container\n");
      lab.client().pods().inNamespace(namespace).delete();
      lab.await()
          .untilList("all are gone", lab.client().pods().inNamespace(namespace), List::isEmpty);
      assertThat(node.address()).startsWith("127.");
    }
  }

  @Test
  void containerRestsLongerEachTimeItEnds(@TempDir Path folder) throws InterruptedException {
    var namespace = lab.namespace();
    var time = new SteppedTimeline(lab.timeline.instant());
    try (var home = Home.claim(folder.resolve("home"));
        var node =
            ProcessNode.start(
                lab.settings("node-stepped", home, NodeSettings.Mode.PROCESSES),
                time,
                lab.lines::add)) {
      lab.pod(
          namespace,
          Lab.shell("again", "args: [\"-c\", \"exit 1\"]").replace("node-a", "node-stepped"));
      awaitRests(namespace, 1, 1);
      time.advance(Duration.ofMillis(900));
      time.advance(Duration.ofMillis(100));
      awaitRests(namespace, 2, 2);
      time.advance(Duration.ofSeconds(2));
      awaitRests(namespace, 3, 4);

      assertThat(node.block()).endsWith("/20");
      lab.find(namespace, "again").delete();
      time.advance(Duration.ofSeconds(1));
      lab.await().untilGone(lab.find(namespace, "again"));
    }
  }

  private void awaitRests(String namespace, int restarts, int seconds) {
    lab.await()
        .until(
            "it has been restarted " + restarts + " times and rests for " + seconds + " s",
            lab.find(namespace, "again"),
            pod -> {
              var all = pod.getStatus().getContainerStatuses();
              var waiting = all.isEmpty() ? null : all.getFirst().getState().getWaiting();
              return waiting != null
                  && waiting.getReason().equals("CrashLoopBackOff")
                  && waiting.getMessage().contains("in " + seconds + " s")
                  && all.getFirst().getRestartCount() == restarts;
            });
  }
}
