package dev.butlerlabs.butler.kube.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ChangeTest {

  private static final Deployment BEFORE = deployment(it -> it);

  @Test
  void editsAreOrders() {
    assertThat(urgency(deployment(it -> it.withGeneration(2L)))).isEqualTo(Urgency.ORDERED);
    assertThat(urgency(deployment(it -> it.withLabels(Map.of("a", "b")))))
        .isEqualTo(Urgency.ORDERED);
    assertThat(urgency(deployment(it -> it.withAnnotations(Map.of("a", "b")))))
        .isEqualTo(Urgency.ORDERED);
    assertThat(urgency(deployment(it -> it.withDeletionTimestamp("2030-01-01T00:00:00Z"))))
        .isEqualTo(Urgency.ORDERED);
  }

  @Test
  void objectMadeAnewUnderTheSameNameIsAnOrder() {
    assertThat(urgency(deployment(it -> it.withUid("another")))).isEqualTo(Urgency.ORDERED);
  }

  @Test
  void statusAloneIsAChange() {
    assertThat(urgency(deployment(it -> it.withResourceVersion("2")))).isEqualTo(Urgency.CHANGED);
  }

  @Test
  void creationAndDeletionAreOrders() {
    assertThat(new Change<>(null, BEFORE, false).urgency()).isEqualTo(Urgency.ORDERED);
    assertThat(new Change<>(BEFORE, null, false).urgency()).isEqualTo(Urgency.ORDERED);
  }

  @Test
  void firstListIsRoutine() {
    assertThat(new Change<>(null, BEFORE, true).urgency()).isEqualTo(Urgency.ROUTINE);
  }

  private static Urgency urgency(Deployment after) {
    return new Change<>(BEFORE, after, false).urgency();
  }

  private static Deployment deployment(UnaryOperator<ObjectMetaBuilder> edit) {
    var metadata =
        new ObjectMetaBuilder()
            .withName("a")
            .withUid("one")
            .withGeneration(1L)
            .withResourceVersion("1");
    return new DeploymentBuilder().withMetadata(edit.apply(metadata).build()).build();
  }
}
