package dev.butlerlabs.butler.sandbox.node.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.sandbox.node.plan.ContainerView.State;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class PodStatusTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final State RUNNING = new State.Running(NOW, "process://1");

  @Test
  void podEndsWithItsLastSidecar() {
    assertThat(phase(RUNNING, RUNNING)).isEqualTo("Running");
    assertThat(phase(RUNNING, ended(2))).isEqualTo("Running");
    assertThat(phase(ended(0), ended(2))).isEqualTo("Failed");
    assertThat(phase(ended(0), ended(0))).isEqualTo("Succeeded");
  }

  private static String phase(State sidecar, State container) {
    var view =
        new PodView(
            "127.64.0.1",
            "127.64.0.0",
            NOW,
            List.of(),
            true,
            true,
            true,
            List.of(view("kube-apiserver", sidecar)),
            List.of(view("kube-scheduler", container)));
    return PodStatus.of(view, JsonNodeFactory.instance.objectNode(), NOW).path("phase").asText();
  }

  private static ContainerView view(String name, State state) {
    return new ContainerView(name, name + ":v1", state, true, true, 0, null);
  }

  private static State ended(int code) {
    return new State.Ended(code, "Completed", "", NOW, NOW, "process://1");
  }
}
