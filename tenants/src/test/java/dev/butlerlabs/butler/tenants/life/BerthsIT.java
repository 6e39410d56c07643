package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.ShortPauses;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** More new clusters than are made at once, on a real API server. */
@OnRealApiServer
class BerthsIT {

  private static final String LATE = "late";

  @Test
  void whoComesLateIsMadeWhenOneIsThereAlsoWhileTheClockStands(TestCluster cluster) {
    try (var pauses = new ShortPauses(new SteppedTimeline(Instant.parse("2040-01-02T12:00:00Z")));
        var yard = new Yard(cluster, pauses)) {
      var first = full(yard);
      late(yard);

      assertThat(Objects.requireNonNull(yard.told(LATE).cause()).what())
          .isEqualTo("24 other new clusters are being made");
      assertThat(yard.told(LATE).phase()).isEqualTo(Phase.PENDING);
      assertThat(yard.told(LATE).tenantNamespace()).isNull();

      var place = yard.place(first.getFirst());
      yard.others.serve(place, first.getFirst());
      yard.awaitWanted(place, first.getFirst(), 1);
      yard.others.workers(place);

      assertThat(yard.place(LATE)).startsWith(LATE);
    }
  }

  @Test
  void whoeverHangsHoldsUpOthersNoLongerThanItSays(TestCluster cluster) {
    var clock = new SteppedTimeline(Instant.parse("2040-01-02T12:00:00Z"));
    try (var pauses = new ShortPauses(clock);
        var yard = new Yard(cluster, pauses)) {
      full(yard);
      late(yard);

      clock.advance(Berths.LONGEST);

      assertThat(yard.place(LATE)).startsWith(LATE);
    }
  }

  /** However many sleep when a manager starts, they hold up nobody. */
  @Test
  void whoSleepsTakesNoPlace(TestCluster cluster) {
    try (var pauses = new ShortPauses(new SteppedTimeline(Instant.parse("2040-01-02T12:00:00Z")));
        var yard = new Yard(cluster, pauses)) {
      yard.lab();
      var sleepers = IntStream.range(0, Berths.AT_ONCE).mapToObj("web-%d"::formatted).toList();
      sleepers.forEach(
          name -> {
            yard.sleep(name, "{asleep: true}");
            yard.letIn(name, "v1.35.4", "{\"replicas\": 1}");
          });
      sleepers.forEach(yard::place);

      yard.order(LATE);
      yard.letIn(LATE, "v1.35.4", "{\"replicas\": 1}");

      assertThat(yard.place(LATE)).startsWith(LATE);
    }
  }

  /** As many as are made at once, of which none gets on. */
  private static List<String> full(Yard yard) {
    yard.lab();
    var names = IntStream.range(0, Berths.AT_ONCE).mapToObj("web-%d"::formatted).toList();
    names.forEach(
        name -> {
          yard.order(name);
          yard.letIn(name, "v1.35.4", "{\"replicas\": 1}");
        });
    names.forEach(yard::place);
    return names;
  }

  private static void late(Yard yard) {
    yard.order(LATE);
    yard.letIn(LATE, "v1.35.4", "{\"replicas\": 1}");
    yard.awaitReason(LATE, "Ready", "WaitingForTurn");
  }
}
