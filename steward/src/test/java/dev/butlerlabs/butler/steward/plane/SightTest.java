package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Whom news of a DataStore wake. */
class SightTest {

  @Test
  void newControlPlaneWaitsForItsStore() {
    assertThat(Sight.concerned(Planes.usual(), false)).isTrue();
    assertThat(Sight.concerned(told("StorageReady=False"), false)).isTrue();
  }

  @Test
  void settledOneIsLeftAloneWhateverElseTheStoreTells() {
    assertThat(Sight.concerned(told("StorageReady=True"), false)).isFalse();
    assertThat(Sight.concerned(told("StorageReady=True", "WithinBudget=True"), false)).isFalse();
    assertThat(Sight.concerned(told("StorageReady=True", "WithinBudget=False"), true)).isFalse();
  }

  @Test
  void oneThatKeepsTooMuchOrNoMoreIsTold() {
    assertThat(Sight.concerned(told("StorageReady=True", "WithinBudget=True"), true)).isTrue();
    assertThat(Sight.concerned(told("StorageReady=True", "WithinBudget=False"), false)).isTrue();
  }

  private static TenantControlPlane told(String... facts) {
    var conditions = Stream.of(facts).map(SightTest::condition).toList();
    var plane = Planes.usual();
    plane.setStatus(
        WireFormat.mapper()
            .convertValue(Map.of("conditions", conditions), TenantControlPlaneStatus.class));
    return plane;
  }

  private static Map<String, Object> condition(String fact) {
    var words = List.of(fact.split("=", 2));
    return Map.of(
        "type",
        words.getFirst(),
        "status",
        words.getLast(),
        "reason",
        "Told",
        "message",
        "",
        "lastTransitionTime",
        "2026-03-01T10:00:00Z",
        "observedGeneration",
        1);
  }
}
