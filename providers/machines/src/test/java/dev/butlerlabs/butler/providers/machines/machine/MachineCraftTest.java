package dev.butlerlabs.butler.providers.machines.machine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineCraftTest {

  private static MachineRequest request(
      long generation, String phase, long observed, String ready) {
    return WireFormat.mapper()
        .convertValue(
            Map.of(
                "metadata",
                Map.of("name", "cp-0", "generation", generation),
                "status",
                Map.of(
                    "phase",
                    phase,
                    "observedGeneration",
                    observed,
                    "conditions",
                    List.of(Map.of("type", "Ready", "status", ready, "reason", "VMRunning")))),
            MachineRequest.class);
  }

  @Test
  void aMachineThatRunsAsOrderedIsOnlyLookedAfter() {
    assertThat(MachineCraft.runsAsOrdered(request(1, "Running", 1, "True"))).isTrue();
  }

  @Test
  void oneThatIsBuiltMendedOrChangedIsWaitedFor() {
    assertThat(MachineCraft.runsAsOrdered(request(1, "Creating", 1, "False"))).isFalse();
    assertThat(MachineCraft.runsAsOrdered(request(1, "Running", 1, "False"))).isFalse();
    assertThat(MachineCraft.runsAsOrdered(request(2, "Running", 1, "True"))).isFalse();
    assertThat(MachineCraft.runsAsOrdered(request(1, "Unknown", 1, "True"))).isFalse();
  }
}
