package dev.butlerlabs.butler.sandbox.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What pods are given, and what they are refused. */
@ExtendWith(OnLab.class)
class PodFilesIT {

  private final Lab lab;

  PodFilesIT(Lab lab) {
    this.lab = lab;
  }

  @Test
  void unknownImageIsToldAndNotFetched() {
    var namespace = lab.namespace();

    lab.pod(namespace, Lab.shell("stranger", "image: example.com/stranger:9"));
    var status = lab.awaitWaiting(namespace, "stranger", "ErrImageNeverPull");

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
                seen -> seen.getStatus().getConditions().stream().anyMatch(PodFilesIT::refused));

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
        Lab.shell(
            "reader",
            """
            args: ["-c", "while :; do cat /etc/s/word; echo; sleep 0.2; done"]
            volumeMounts: [{name: s, mountPath: /etc/s}]
            """,
            "volumes: [{name: s, secret: {secretName: word, defaultMode: 256}}]"));
    lab.awaitReady(namespace, "reader");
    Await.untilTrue("the first word is read", () -> lab.log(namespace, "reader").contains("first"));
    secret(namespace, "second");

    Await.untilTrue(
        "the second word is read", () -> lab.log(namespace, "reader").contains("second"));
    assertThat(restarts(lab.find(namespace, "reader").get())).isZero();
  }

  @Test
  void podWaitsForTheSecretItNeeds() {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        Lab.shell(
            "patient",
            """
            args: ["-c", "echo $WORD; exec sleep 1000"]
            env: [{name: WORD, valueFrom: {secretKeyRef: {name: word, key: word}}}]
            """));
    var status = lab.awaitWaiting(namespace, "patient", "CreateContainerConfigError");
    secret(namespace, "here");
    lab.awaitReady(namespace, "patient");

    assertThat(status.getState().getWaiting().getMessage())
        .contains("needs the key word of Secret " + namespace + "/word");
    Await.untilTrue("it has the word", () -> lab.log(namespace, "patient").contains("here"));
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
          nodeName: node-a
          initContainers:
          - {name: a, image: "test/shell:1", args: ["-c", "echo a >> /w/order"], volumeMounts: [{name: w, mountPath: /w}]}
          - {name: b, image: "test/shell:1", args: ["-c", "echo b >> /w/order"], volumeMounts: [{name: w, mountPath: /w}]}
          containers:
          - {name: main, image: "test/shell:1", args: ["-c", "cat /w/order; exec sleep 1000"], volumeMounts: [{name: w, mountPath: /w}]}
          volumes: [{name: w, emptyDir: {}}]
        """);
    var pod = lab.awaitReady(namespace, "prepared");

    Await.untilTrue("it ran", () -> lab.log(namespace, "prepared").equals("a\nb\n"));
    assertThat(pod.getStatus().getInitContainerStatuses())
        .allMatch(status -> status.getState().getTerminated().getExitCode() == 0);
  }

  @Test
  void podHasATokenOfItsServiceAccount() {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        Lab.shell(
            "bearer",
            "args: [\"-c\", \"cd /var/run/secrets/kubernetes.io/serviceaccount; cat namespace; ls;"
                + " exec sleep 1000\"]"));
    lab.awaitReady(namespace, "bearer");

    Await.untilTrue(
        "it sees its files",
        () -> lab.log(namespace, "bearer").equals(namespace + "ca.crt\nnamespace\ntoken\n"));
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
  private static int restarts(Pod pod) {
    return pod.getStatus().getContainerStatuses().getFirst().getRestartCount();
  }
}
