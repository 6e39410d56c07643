package dev.butlerlabs.butler.sandbox.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Where pods may write, and what is said of what they do not get. */
@ExtendWith(OnLab.class)
class PodMountsIT {

  private final Lab lab;

  PodMountsIT(Lab lab) {
    this.lab = lab;
  }

  @Test
  void readOnlyMountsAreOnlyRead() throws IOException {
    var namespace = lab.namespace();
    lab.apply(
        namespace,
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: s}
        stringData: {a: b}
        """);
    var kept = Files.writeString(lab.shared().resolve("kept"), "as it was");

    lab.pod(
        namespace,
        Lab.shell(
            "writer",
            """
            args:
            - "-c"
            - |
              for place in /w /r /s /shared /tmp; do
                if (echo x > $place/kept) 2>/dev/null; then echo $place; fi
              done
              cat /r/kept /s/a
              exec sleep 1000
            volumeMounts:
            - {name: w, mountPath: /w}
            - {name: w, mountPath: /r, readOnly: true}
            - {name: s, mountPath: /s}
            - {name: shared, mountPath: /shared, readOnly: true}
            """,
            "volumes: [{name: w, emptyDir: {}}, {name: s, secret: {secretName: s}},"
                + " {name: shared, hostPath: {path: '"
                + lab.shared()
                + "'}}]"));
    lab.awaitReady(namespace, "writer");

    Await.untilTrue(
        "it wrote where it may", () -> said(namespace, "writer").equals("/w\n/tmp\nx\nb"));
    assertThat(kept).hasContent("as it was");
  }

  @Test
  void readOnlyRootLeavesOnlyTheVolumes() {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        Lab.shell(
            "closed",
            """
            args:
            - "-c"
            - |
              for place in /tmp /w /etc /; do
                if (echo x > $place/file) 2>/dev/null; then echo $place; fi
              done
              cat /w/file
              exec sleep 1000
            securityContext: {readOnlyRootFilesystem: true}
            volumeMounts: [{name: w, mountPath: /w}]
            """,
            "volumes: [{name: w, emptyDir: {}}]"));
    lab.awaitReady(namespace, "closed");

    Await.untilTrue("it wrote where it may", () -> said(namespace, "closed").equals("/w\nx"));
  }

  @Test
  void emptyFoldersAreOnDiskAndAsLargeAsThatAndItIsSaid() {
    var namespace = lab.namespace();

    lab.pod(
        namespace,
        Lab.shell(
            "hopeful",
            """
            args: ["-c", "exec sleep 1000"]
            volumeMounts: [{name: fast, mountPath: /fast}, {name: plain, mountPath: /plain}]
            """,
            "volumes: [{name: fast, emptyDir: {medium: Memory, sizeLimit: 1Mi}}, {name: plain, emptyDir: {}}]"));
    var pod = lab.awaitReady(namespace, "hopeful");

    assertThat(pod.getMetadata().getAnnotations().get(StatusTeller.ADAPTATIONS))
        .contains(
            "not enforced: medium Memory of volume fast",
            "not enforced: sizeLimit 1Mi of volume fast")
        .doesNotContain("plain");
  }

  /** What it said, without the newlines at the end. */
  private String said(String namespace, String pod) {
    return lab.log(namespace, pod).stripTrailing();
  }
}
