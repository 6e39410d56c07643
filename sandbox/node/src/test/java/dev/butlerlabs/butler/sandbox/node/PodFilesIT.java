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
          - name: main
            image: "test/shell:1"
            tty: true
            securityContext: {privileged: true}
            volumeMounts: [{name: own, mountPath: /own, readOnly: true, recursiveReadOnly: Enabled}]
          volumes:
          - {name: far, nfs: {server: example.com, path: /}}
          - {name: own, emptyDir: {}}
          - {name: self, downwardAPI: {items: [{path: name, mode: 256, fieldRef: {fieldPath: metadata.name}}]}}
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
        .contains("securityContext.privileged: is not supported")
        .contains("recursiveReadOnly of /own is not supported")
        .contains("spec.volumes[self].downwardAPI.mode: is not supported");
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
  void changedConfigMapReachesTheRunningPod() {
    var namespace = lab.namespace();
    configMap(namespace, "words", "{word: first, other: unasked}");

    lab.pod(
        namespace,
        Lab.shell(
            "reader",
            """
            args: ["-c", "ls /etc/c; while :; do cat /etc/c/below/w; echo; sleep 0.2; done"]
            volumeMounts: [{name: c, mountPath: /etc/c}]
            """,
            "volumes: [{name: c, configMap: {name: words, items: [{key: word, path: below/w}]}}]"));
    lab.awaitReady(namespace, "reader");
    Await.untilTrue(
        "the first word is read", () -> lab.log(namespace, "reader").startsWith("below\nfirst\n"));
    configMap(namespace, "words", "{word: second, other: unasked}");

    Await.untilTrue(
        "the second word is read", () -> lab.log(namespace, "reader").contains("second"));
    assertThat(restarts(lab.find(namespace, "reader").get())).isZero();
  }

  @Test
  void podReadsAboutItselfInFiles() {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        """
        apiVersion: v1
        kind: Pod
        metadata: {name: mirror, labels: {app: shop, tier: front}}
        spec:
          nodeName: node-a
          containers:
          - name: main
            image: "test/shell:1"
            args: ["-c", "cd /self; for f in name app labels home; do cat $f; echo; done; exec sleep 1000"]
            volumeMounts: [{name: self, mountPath: /self}]
          volumes:
          - name: self
            downwardAPI:
              items:
              - {path: name, fieldRef: {fieldPath: metadata.name}}
              - {path: app, fieldRef: {fieldPath: "metadata.labels['app']"}}
              - {path: labels, fieldRef: {fieldPath: metadata.labels}}
              - {path: home, fieldRef: {fieldPath: metadata.namespace}}
        """);
    lab.awaitReady(namespace, "mirror");

    var expected =
        """
        mirror
        shop
        app="shop"
        tier="front"
        %s
        """
            .formatted(namespace);
    Await.untilTrue("it is itself", () -> lab.log(namespace, "mirror").equals(expected));
  }

  @Test
  void wholeObjectsBecomeVariables() {
    var namespace = lab.namespace();
    configMap(namespace, "settings", "{COLOR: red, SIZE: small}");
    configMap(namespace, "sly", "{PRELOAD: /none.so}");
    secret(namespace, "sesame");

    lab.pod(
        namespace,
        Lab.shell(
            "heir",
            """
            args: ["-c", "echo $COLOR $SIZE $S_word ${ABSENT-none} ${LD_PRELOAD-none}; exec sleep 1000"]
            envFrom:
            - configMapRef: {name: settings}
            - {prefix: S_, secretRef: {name: word}}
            - {prefix: LD_, configMapRef: {name: sly}}
            - configMapRef: {name: nowhere, optional: true}
            env: [{name: SIZE, value: large}]
            """));
    lab.awaitReady(namespace, "heir");

    Await.untilTrue(
        "what stands in the pod itself wins",
        () -> lab.log(namespace, "heir").equals("red large sesame none none\n"));
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

  private void configMap(String namespace, String name, String data) {
    lab.apply(
        namespace,
        """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: %s}
        data: %s
        """
            .formatted(name, data));
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
