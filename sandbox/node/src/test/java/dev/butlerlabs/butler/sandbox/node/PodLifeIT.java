package dev.butlerlabs.butler.sandbox.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** How pods live and end, with shells as programs. */
@ExtendWith(OnLab.class)
class PodLifeIT {

  private final Lab lab;

  PodLifeIT(Lab lab) {
    this.lab = lab;
  }

  @Test
  void podRunsAndItsLogCanBeRead() throws IOException, InterruptedException {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        Lab.shell(
            "one",
            """
            args: ["-c", "echo at $(IP) for $NAME; id -u; cat /etc/hosts; exec sleep 1000"]
            securityContext: {runAsUser: 1234}
            env:
            - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
            - {name: NAME, value: "$$(you)"}
            """));
    var pod = lab.awaitReady(namespace, "one");
    var ip = pod.getStatus().getPodIP();
    Await.untilTrue("the log is written", () -> lab.log(namespace, "one").contains("localhost"));

    assertThat(ip).startsWith("127.");
    assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
    assertThat(lab.log(namespace, "one"))
        .startsWith("at " + ip + " for $(you)\n1234\n" + ip + "\tlocalhost one\n");
    assertThat(lab.kubectl("logs", "-n", namespace, "one", "--limit-bytes=5")).isEqualTo("at 12");
    assertThat(lab.kubectl("exec", "-n", namespace, "one", "--", "sh"))
        .contains("gives no shell into them; use kubectl logs");
    assertThat(lab.kubectl("logs", "-n", namespace, "one", "--timestamps"))
        .contains("leave out --since");
  }

  @Test
  void whatAsksForLittleOfAProcessorStandsBack() throws IOException {
    var namespace = lab.namespace();
    var own = new String(new ProcessBuilder("nice").start().getInputStream().readAllBytes(), UTF_8);
    for (var cpu : List.of("10m", "400m")) {
      lab.pod(
          namespace,
          Lab.shell(
              "asks-" + cpu,
              """
              args: ["-c", "nice; exec sleep 1000"]
              resources: {requests: {cpu: %s}}
              """
                  .formatted(cpu)));
    }

    lab.awaitReady(namespace, "asks-10m");
    lab.awaitReady(namespace, "asks-400m");
    Await.untilTrue("both say", () -> lab.log(namespace, "asks-10m").contains("\n"));
    Await.untilTrue("both say", () -> lab.log(namespace, "asks-400m").contains("\n"));
    assertThat(lab.log(namespace, "asks-400m")).isEqualTo(own);
    var back = Integer.parseInt(lab.log(namespace, "asks-10m").strip());
    assertThat(back).isEqualTo(Math.min(19, Integer.parseInt(own.strip()) + 14));
  }

  @Test
  void whatWantsMoreMemoryThanItMayHaveIsEndedAndSaysSo() {
    var namespace = lab.namespace();
    lab.pod(
        namespace,
        Lab.shell(
            "greedy",
            """
            args: ["-c", "head -c 300000000 /dev/zero | tail -n 1 > /dev/null"]
            resources: {limits: {memory: 32Mi, ephemeral-storage: 1Gi}}
            """,
            "restartPolicy: Never"));

    var pod =
        lab.await()
            .until(
                "it has ended",
                lab.find(namespace, "greedy"),
                one -> Set.of("Failed", "Succeeded").contains(one.getStatus().getPhase()));

    var end = pod.getStatus().getContainerStatuses().getFirst().getState().getTerminated();
    var told = String.valueOf(pod.getMetadata().getAnnotations().get(StatusTeller.ADAPTATIONS));
    assertThat(told).contains("not enforced: limits of");
    if (told.contains("memory")) {
      // This machine's kernel gives us no groups; then it must be said.
      assertThat(end.getReason()).isEqualTo("Completed");
    } else {
      assertThat(told).contains("not enforced: limits of ephemeral-storage");
      assertThat(end.getReason()).isEqualTo("OOMKilled");
      assertThat(end.getExitCode()).isEqualTo(137);
      assertThat(end.getMessage()).contains("resources.limits.memory", "32Mi");
    }
  }

  @Test
  void deletedPodIsAskedToEndFirst() throws IOException {
    var namespace = lab.namespace();
    var note = lab.shared().resolve("note");
    lab.pod(
        namespace,
        Lab.shell(
            "polite",
            """
            args: ["-c", "trap 'echo bye > /shared/note; exit 0' TERM; echo ready; sleep 1000 & wait"]
            volumeMounts: [{name: shared, mountPath: /shared}]
            """,
            "volumes: [{name: shared, hostPath: {path: '" + lab.shared() + "'}}]"));
    lab.awaitReady(namespace, "polite");
    Await.untilTrue("it minds its manners", () -> lab.log(namespace, "polite").contains("ready"));

    lab.find(namespace, "polite").delete();
    lab.await().untilGone(lab.find(namespace, "polite"));

    assertThat(Files.readString(note)).isEqualTo("bye\n");
  }

  @Test
  void sidecarIsUpBeforeTheOthersStartAndEndsAfterThem() throws IOException {
    var namespace = lab.namespace();
    var note = lab.shared().resolve("order");
    var noting =
        "trap 'echo %1$s ends >> /shared/order; exit 0' TERM; echo %1$s runs >> /shared/order; ";
    lab.pod(
        namespace,
        Lab.shell(
            "served",
            """
            args: ["-c", "%s sleep 1000 & wait"]
            volumeMounts: [{name: shared, mountPath: /shared}]
            """
                .formatted(noting.formatted("guest")),
            "volumes: [{name: shared, hostPath: {path: '" + lab.shared() + "'}}]",
            "initContainers:",
            "- name: host",
            "  image: test/shell:1",
            "  restartPolicy: Always",
            "  args: [\"-c\", \"%s sleep 1; echo host serves | tee -a /shared/order > /tmp/up; sleep 1000 & wait\"]"
                .formatted(noting.formatted("host")),
            "  startupProbe: {exec: {command: [/bin/sh, -c, test -s /tmp/up]}, periodSeconds: 1}",
            "  volumeMounts: [{name: shared, mountPath: /shared}]"));
    lab.awaitReady(namespace, "served");
    Await.untilTrue("the guest is up", () -> read(note).contains("guest runs"));

    lab.find(namespace, "served").delete();
    lab.await().untilGone(lab.find(namespace, "served"));

    assertThat(Files.readAllLines(note))
        .containsExactly("host runs", "host serves", "guest runs", "guest ends", "host ends");
  }

  @Test
  void stubbornPodIsKilledWithAllItsProcessesWhenItsGraceIsOver() {
    var namespace = lab.namespace();
    lab.pod(
        namespace,
        Lab.shell("stubborn", "args: [\"-c\", \"trap '' TERM; while :; do sleep 7654; done\"]")
            .replace("spec:", "spec:\n  terminationGracePeriodSeconds: 1"));
    lab.awaitReady(namespace, "stubborn");
    Await.untilTrue("it sleeps", () -> Processes.with("sleep 7654") == 1);

    lab.find(namespace, "stubborn").delete();
    lab.await().untilGone(lab.find(namespace, "stubborn"));

    assertThat(Processes.with("sleep 7654")).isZero();
  }

  @Test
  void failedContainerIsStartedAgainAndThenRests() throws IOException, InterruptedException {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        Lab.shell(
            "unlucky",
            "terminationMessagePolicy: FallbackToLogsOnError\n"
                + "args: [\"-c\", \"echo oh no; exit 3\"]"));
    var status = lab.awaitWaiting(namespace, "unlucky", "CrashLoopBackOff");

    assertThat(status.getRestartCount()).isPositive();
    assertThat(status.getLastState().getTerminated().getExitCode()).isEqualTo(3);
    assertThat(status.getLastState().getTerminated().getMessage()).isEqualTo("oh no");
    assertThat(lab.kubectl("logs", "-n", namespace, "unlucky", "--previous")).isEqualTo("oh no\n");
  }

  @Test
  void livenessRestartsAndReadinessOnlyTells() {
    var namespace = lab.namespace();
    var probe = "{exec: {command: [/bin/sh, -c, %s]}, periodSeconds: 1, failureThreshold: 1}";

    lab.pod(
        namespace,
        Lab.shell(
            "watched",
            """
            args: ["-c", "rm -f /tmp/sick; (sleep 2; touch /tmp/sick) & trap 'exit 0' TERM; wait; sleep 1000 & wait"]
            readinessProbe: %s
            livenessProbe: %s
            """
                .formatted(
                    probe.formatted("test -d /proc/1"), probe.formatted("'! test -f /tmp/sick'"))));
    lab.awaitReady(namespace, "watched");

    lab.await()
        .until(
            "it was restarted",
            lab.find(namespace, "watched"),
            pod -> restarts(pod) >= 1 && Lab.ready(pod));
  }

  @Test
  void podThatEndsWellIsDone() {
    var namespace = lab.namespace();

    lab.pod(namespace, Lab.shell("errand", "args: [\"-c\", \"exit 0\"]", "restartPolicy: Never"));

    lab.await()
        .until(
            "it succeeded",
            lab.find(namespace, "errand"),
            pod -> pod.getStatus().getPhase().equals("Succeeded"));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException notYet) {
      return "";
    }
  }

  private static int restarts(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst().getRestartCount();
  }
}
