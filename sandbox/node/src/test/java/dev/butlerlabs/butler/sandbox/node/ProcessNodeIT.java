package dev.butlerlabs.butler.sandbox.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Pods of shells on one node. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProcessNodeIT {

  private final Lab lab;

  ProcessNodeIT(@TempDir Path folder) {
    lab = Lab.open(folder);
  }

  @BeforeAll
  void startNode() throws InterruptedException {
    lab.node("node-a");
  }

  @AfterAll
  void stop() throws Exception {
    lab.close();
  }

  @Test
  void podRunsAndItsLogCanBeRead() throws IOException, InterruptedException {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        shell(
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
    Await.untilTrue("the log is written", () -> log(namespace, "one").contains("localhost"));

    assertThat(ip).startsWith("127.");
    assertThat(pod.getStatus().getPhase()).isEqualTo("Running");
    assertThat(log(namespace, "one"))
        .startsWith("at " + ip + " for $(you)\n1234\n" + ip + "\tlocalhost one\n");
    assertThat(lab.kubectl("logs", "-n", namespace, "one", "--limit-bytes=5")).isEqualTo("at 12");
    assertThat(lab.kubectl("exec", "-n", namespace, "one", "--", "sh"))
        .contains("gives no shell into them; use kubectl logs");
    assertThat(lab.kubectl("logs", "-n", namespace, "one", "--timestamps"))
        .contains("leave out --since");
  }

  @Test
  void unknownImageIsToldAndNotFetched() {
    var namespace = lab.namespace();

    lab.pod(namespace, shell("stranger", "image: example.com/stranger:9"));
    var status = awaitWaiting(namespace, "stranger", "ErrImageNeverPull");

    assertThat(status.getState().getWaiting().getMessage())
        .contains("knows none for the image example.com/stranger:9");
  }

  @Test
  void whatCannotBeDoneIsRefusedByName() {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: demanding}
        spec:
          nodeName: node-a
          hostNetwork: true
          containers:
          - {name: main, image: "test/shell:1", tty: true, securityContext: {privileged: true}}
          volumes:
          - {name: far, nfs: {server: example.com, path: /}}
        """);
    var pod =
        lab.await()
            .until(
                "the pod is refused",
                lab.find(namespace, "demanding"),
                seen -> seen.getStatus().getConditions().stream().anyMatch(ProcessNodeIT::refused));

    assertThat(pod.getStatus().getPhase()).isEqualTo("Pending");
    var message = pod.getStatus().getContainerStatuses().getFirst().getState().getWaiting();
    assertThat(message.getMessage())
        .contains("spec.hostNetwork: is not supported")
        .contains("spec.volumes[far].nfs: is not supported")
        .contains("[main].tty: is not supported")
        .contains("securityContext.privileged: is not supported");
  }

  private static boolean refused(PodCondition condition) {
    return condition.getType().endsWith("/Supported") && condition.getStatus().equals("False");
  }

  @Test
  void changedSecretReachesTheRunningPod() {
    var namespace = lab.namespace();
    secret(namespace, "first");

    lab.pod(
        namespace,
        shell(
            "reader",
            """
            args: ["-c", "while :; do cat /etc/s/word; echo; sleep 0.2; done"]
            volumeMounts: [{name: s, mountPath: /etc/s}]
            """,
            "volumes: [{name: s, secret: {secretName: word, defaultMode: 256}}]"));
    lab.awaitReady(namespace, "reader");
    Await.untilTrue("the first word is read", () -> log(namespace, "reader").contains("first"));
    secret(namespace, "second");

    Await.untilTrue("the second word is read", () -> log(namespace, "reader").contains("second"));
    assertThat(restarts(lab.find(namespace, "reader").get())).isZero();
  }

  @Test
  void podWaitsForTheSecretItNeeds() {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        shell(
            "patient",
            """
            args: ["-c", "echo $WORD; exec sleep 1000"]
            env: [{name: WORD, valueFrom: {secretKeyRef: {name: word, key: word}}}]
            """));
    var status = awaitWaiting(namespace, "patient", "CreateContainerConfigError");
    secret(namespace, "here");
    lab.awaitReady(namespace, "patient");

    assertThat(status.getState().getWaiting().getMessage())
        .contains("needs the key word of Secret " + namespace + "/word");
    Await.untilTrue("it has the word", () -> log(namespace, "patient").contains("here"));
  }

  @Test
  void initContainersRunInOrderBeforeTheOthers() {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: prepared}
        spec:
          initContainers:
          - {name: a, image: "test/shell:1", args: ["-c", "echo a >> /w/order"], volumeMounts: [{name: w, mountPath: /w}]}
          - {name: b, image: "test/shell:1", args: ["-c", "echo b >> /w/order"], volumeMounts: [{name: w, mountPath: /w}]}
          containers:
          - {name: main, image: "test/shell:1", args: ["-c", "cat /w/order; exec sleep 1000"], volumeMounts: [{name: w, mountPath: /w}]}
          volumes: [{name: w, emptyDir: {}}]
        """);
    var pod = lab.awaitReady(namespace, "prepared");

    Await.untilTrue("it ran", () -> log(namespace, "prepared").equals("a\nb\n"));
    assertThat(pod.getStatus().getInitContainerStatuses())
        .allMatch(status -> status.getState().getTerminated().getExitCode() == 0);
  }

  @Test
  void deletedPodIsAskedToEndFirst() throws IOException {
    var namespace = lab.namespace();
    var note = lab.shared().resolve("note");
    lab.pod(
        namespace,
        shell(
            "polite",
            """
            args: ["-c", "trap 'echo bye > /shared/note; exit 0' TERM; sleep 1000 & wait"]
            volumeMounts: [{name: shared, mountPath: /shared}]
            """,
            "volumes: [{name: shared, hostPath: {path: '" + lab.shared() + "'}}]"));
    lab.awaitReady(namespace, "polite");

    lab.find(namespace, "polite").delete();
    lab.await().untilGone(lab.find(namespace, "polite"));

    assertThat(Files.readString(note)).isEqualTo("bye\n");
  }

  @Test
  void stubbornPodIsKilledWithAllItsProcessesWhenItsGraceIsOver() {
    var namespace = lab.namespace();
    lab.pod(
        namespace,
        shell("stubborn", "args: [\"-c\", \"trap '' TERM; while :; do sleep 7654; done\"]")
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

    lab.pod(namespace, shell("unlucky", "args: [\"-c\", \"echo oh no; exit 3\"]"));
    var status = awaitWaiting(namespace, "unlucky", "CrashLoopBackOff");

    assertThat(status.getRestartCount()).isEqualTo(1);
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
        shell(
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
            pod -> restarts(pod) == 1 && Lab.ready(pod));
  }

  @Test
  void podThatEndsWellIsDone() {
    var namespace = lab.namespace();

    lab.pod(namespace, shell("errand", "args: [\"-c\", \"exit 0\"]", "restartPolicy: Never"));

    lab.await()
        .until(
            "it succeeded",
            lab.find(namespace, "errand"),
            pod -> pod.getStatus().getPhase().equals("Succeeded"));
  }

  @Test
  void podHasATokenOfItsServiceAccount() {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        shell(
            "bearer",
            "args: [\"-c\", \"cd /var/run/secrets/kubernetes.io/serviceaccount; cat namespace; ls;"
                + " exec sleep 1000\"]"));
    lab.awaitReady(namespace, "bearer");

    Await.untilTrue(
        "it sees its files",
        () -> log(namespace, "bearer").equals(namespace + "ca.crt\nnamespace\ntoken\n"));
  }

  private static int restarts(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst().getRestartCount();
  }

  private ContainerStatus awaitWaiting(String namespace, String name, String reason) {
    return lab.await()
        .until(
            name + " waits for " + reason,
            lab.find(namespace, name),
            pod ->
                pod.getStatus().getContainerStatuses().stream()
                    .map(status -> status.getState().getWaiting())
                    .anyMatch(waiting -> waiting != null && waiting.getReason().equals(reason)))
        .getStatus()
        .getContainerStatuses()
        .getFirst();
  }

  private String log(String namespace, String pod) {
    return lab.find(namespace, pod).getLog();
  }

  private void secret(String namespace, String word) {
    lab.client()
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("word")
                .endMetadata()
                .withStringData(Map.of("word", word))
                .build())
        .fieldManager("test")
        .forceConflicts()
        .serverSideApply();
  }

  /** A pod with one container that runs a shell. */
  private static String shell(String name, String container, String... spec) {
    var image = container.contains("image:") ? "" : "image: test/shell:1\n";
    return """
        apiVersion: v1
        kind: Pod
        metadata: {name: %s}
        spec:
          nodeName: node-a
          %s
          containers:
          - name: main
        %s
        """
        .formatted(name, String.join("\n  ", spec), (image + container).indent(4));
  }
}
