package dev.butlerlabs.butler.providers.local.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PodScriptTest {

  private static final String NODE = "fd00::1";

  @Test
  void podsGetTheNextFreeAddressOfTheNodesRange() {
    assertThat(PodScript.address(pod(), NODE, "10.97.3.0/24", Set.of())).isEqualTo("10.97.3.2");
    assertThat(PodScript.address(pod(), NODE, "10.97.3.0/24", Set.of("10.97.3.2", "10.97.3.3")))
        .isEqualTo("10.97.3.4");
  }

  @Test
  void aRangeThatIsFullOrMissingLeavesAnAddressThatLeadsNowhere() {
    assertThat(PodScript.address(pod(), NODE, "10.97.3.0/30", Set.of("10.97.3.2")))
        .startsWith("fd62:7574:6c65:72:");
    assertThat(PodScript.address(pod(), NODE, "", Set.of()))
        .isEqualTo(PodScript.address(pod(), NODE, "fd00:1::/64", Set.of()));
  }

  @Test
  void podsOnTheNodesNetworkHaveItsAddress() {
    var pod = new PodBuilder(pod()).editSpec().withHostNetwork(true).endSpec().build();

    assertThat(PodScript.address(pod, NODE, "10.97.3.0/24", Set.of())).isEqualTo(NODE);
  }

  @Test
  void onlyPodsThatWaitAreStartedAndThoseThatLeaveAreTakenAway() {
    assertThat(PodScript.next(pod())).isEqualTo(PodScript.Act.RUN);
    assertThat(PodScript.next(phase("Running"))).isEqualTo(PodScript.Act.LEAVE);
    assertThat(PodScript.next(phase("Succeeded"))).isEqualTo(PodScript.Act.LEAVE);
    var leaving =
        new PodBuilder(phase("Running"))
            .editMetadata()
            .withDeletionTimestamp("2030-01-01T00:00:00Z")
            .endMetadata()
            .build();
    assertThat(PodScript.next(leaving)).isEqualTo(PodScript.Act.REMOVE);
  }

  @Test
  void containersThatPrepareHaveEndedAndSidecarsStay() {
    var status = PodScript.running(pod(), NODE, "10.97.3.2", Instant.parse("2030-01-01T00:00:00Z"));

    assertThat(status.getInitContainerStatuses())
        .extracting(one -> one.getState().getTerminated() != null)
        .isEqualTo(List.of(true, false));
    assertThat(status.getContainerStatuses())
        .singleElement()
        .satisfies(one -> assertThat(one.getContainerID()).isEqualTo("simulated://u-1/main"));
  }

  private static Pod phase(String phase) {
    return new PodBuilder(pod()).withNewStatus().withPhase(phase).endStatus().build();
  }

  private static Pod pod() {
    return new PodBuilder()
        .withNewMetadata()
        .withUid("u-1")
        .withName("web")
        .endMetadata()
        .withNewSpec()
        .addNewInitContainer()
        .withName("prepare")
        .endInitContainer()
        .addNewInitContainer()
        .withName("side")
        .withRestartPolicy("Always")
        .endInitContainer()
        .addNewContainer()
        .withName("main")
        .withImage("example.com/web:1")
        .endContainer()
        .endSpec()
        .build();
  }
}
