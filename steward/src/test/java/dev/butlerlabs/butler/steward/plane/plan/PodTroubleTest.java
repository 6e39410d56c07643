package dev.butlerlabs.butler.steward.plane.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodTroubleTest {

  @Test
  void imageThatCannotBeHadIsTold() {
    var pod = waiting("b", "ErrImageNeverPull", "no program stands for it");

    assertThat(PodTrouble.in(List.of(pod)))
        .contains("pod b: kube-apiserver waits, ErrImageNeverPull: no program stands for it");
  }

  @Test
  void podOnItsUsualWayHasNoTrouble() {
    assertThat(PodTrouble.in(List.of(waiting("a", "ContainerCreating", "")))).isEmpty();
  }

  @Test
  void whatItWaitsForIsTrouble() {
    var pod = waiting("a", "ContainerCreating", "ConfigMap audit-policy is not there");

    assertThat(PodTrouble.in(List.of(pod)))
        .contains(
            "pod a: kube-apiserver waits, ContainerCreating: ConfigMap audit-policy is not there");
  }

  @Test
  void podWithoutANodeSaysWhy() {
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withName("a")
            .endMetadata()
            .withNewStatus()
            .addNewCondition()
            .withType("PodScheduled")
            .withStatus("False")
            .withMessage("0/1 nodes are available")
            .endCondition()
            .endStatus()
            .build();

    assertThat(PodTrouble.in(List.of(waiting("b", "CrashLoopBackOff", ""), pod)))
        .contains("pod a: 0/1 nodes are available");
  }

  @Test
  void podThatGoesDoesNotCount() {
    var pod = waiting("a", "CrashLoopBackOff", "");
    pod.getMetadata().setDeletionTimestamp("2026-03-01T10:00:00Z");

    assertThat(PodTrouble.in(List.of(pod))).isEmpty();
  }

  private static Pod waiting(String name, String reason, String message) {
    return new PodBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewStatus()
        .addNewContainerStatus()
        .withName("kube-apiserver")
        .withNewState()
        .withNewWaiting()
        .withReason(reason)
        .withMessage(message)
        .endWaiting()
        .endState()
        .endContainerStatus()
        .endStatus()
        .build();
  }
}
