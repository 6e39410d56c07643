package dev.butlerlabs.butler.bench.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FinishTest {

  private final Finish finish =
      new Finish(cluster -> cluster.getMetadata().getName(), Grounds::ready);

  @Test
  void clusterCountsFromWhenItWasFirstSeenReady() {
    finish.ordered("a");
    finish.ordered("b");
    finish.look(cluster("a", "Provisioning"));
    finish.look(cluster("a", "Ready"));
    var first = finish.last(List.of("a"));
    finish.look(cluster("a", "Ready"));
    finish.look(cluster("b", "Ready"));

    finish.await(List.of("a", "b"), Duration.ofMinutes(1), () -> {});
    assertThat(finish.last(List.of("a"))).isEqualTo(first);
    assertThat(finish.last(List.of("a", "b"))).isGreaterThan(first);
    assertThat(finish.within(0.5, List.of("a", "b")))
        .isLessThanOrEqualTo(finish.within(0.99, List.of("a", "b")));
  }

  @Test
  void whatIsMissingIsToldByName() {
    finish.ordered("a");
    finish.look(cluster("a", "Updating"));

    assertThatThrownBy(() -> finish.await(List.of("a"), Duration.ZERO, () -> {}))
        .hasMessage("1 of 1 clusters are not ready after 0 minutes, for example a");
  }

  @Test
  void whoeverChecksCanEndTheWaiting() {
    assertThatThrownBy(
            () ->
                finish.await(
                    List.of("a"),
                    Duration.ofMinutes(10),
                    () -> {
                      throw new IllegalStateException("nobody answers any more");
                    }))
        .hasMessage("nobody answers any more");
  }

  private static GenericKubernetesResource cluster(String name, String phase) {
    var object = new GenericKubernetesResource();
    object.setMetadata(new ObjectMetaBuilder().withName(name).build());
    object.setAdditionalProperty("status", Map.of("phase", phase));
    return object;
  }
}
