package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.ShortPauses;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Falling asleep and waking, on a real API server. */
@OnRealApiServer
class SleepIT {

  /** What a control plane has when nobody says how many. */
  private static final String USUAL = "2";

  private static final String PLANES = "controlplane.cluster.x-k8s.io/v1alpha1";

  @Test
  void workersGoFirstAndComeLast(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");
      var machine = yard.others.machines(place, "web-workers").getFirst();
      yard.others.hold("Machine", place, machine);

      yard.sleep("web", "{asleep: true}");
      awaitWorkers(yard, place, 0);
      yard.others.find(Others.CAPI, "Machine", place, machine).delete();
      yard.awaitReason("web", "Ready", "FallingAsleep");
      assertThat(plane(yard, place)).as("machines are drained through it").isNotEqualTo("0");

      yard.others.release("Machine", place, machine);
      yard.others.rolled(place, "web-workers", 0, 0);
      awaitPlane(yard, place, "0");
      yard.others.planeSleeps(place, "web");
      yard.awaitReason("web", "Ready", "Sleeping");
      assertThat(yard.told("web").phase()).isEqualTo(Phase.SLEEPING);
      assertThat(yard.condition("web", "Degraded").orElseThrow().status()).isEqualTo(Truth.FALSE);

      yard.sleep("web", "{asleep: false}");
      awaitPlane(yard, place, USUAL);
      yard.awaitPhase("web", Phase.PROVISIONING);
      assertThat(workers(yard, place)).as("they join through it").isZero();
      yard.others.plane(place, "web");
      awaitWorkers(yard, place, 1);
      yard.others.workers(place);
      var told = yard.awaitPhase("web", Phase.READY);
      assertThat(told.cause()).isNull();
    }
  }

  @Test
  void clusterThatIsOrderedAsleepIsNotStartedBeforeItWakes(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      yard.lab();
      yard.sleep("web", "{asleep: true}");
      yard.letIn("web", "v1.35.4", "{\"replicas\": 1}");
      var place = yard.place("web");
      yard.others.infrastructure(place, "web");
      yard.others.planeSleeps(place, "web");
      yard.awaitReason("web", "Ready", "Sleeping");

      var plane = yard.others.find(PLANES, "StewardControlPlane", place, "web").require();
      assertThat(plane(yard, place)).isEqualTo("0");
      assertThat(plane.getMetadata().getGeneration()).as("nobody changed it").isEqualTo(1);
      assertThat(yard.others.all("MachineDeployment", place)).isEmpty();

      yard.sleep("web", "{asleep: false}");
      awaitPlane(yard, place, USUAL);
      yard.others.plane(place, "web");
      yard.awaitWanted(place, "web", 1);
      yard.others.workers(place);
      yard.awaitPhase("web", Phase.READY);
    }
  }

  /** Nothing changes but the time. */
  @Test
  void theClockPutsItToSleepAndWakesIt(TestCluster cluster) {
    var clock = new SteppedTimeline(Instant.parse("2040-01-02T12:00:00Z"));
    try (var pauses = new ShortPauses(clock);
        var yard = new Yard(cluster, pauses)) {
      var place = yard.ready("web");
      yard.sleep(
          "web", "{schedule: {sleep: 0 19 * * *, wake: 0 7 * * *, timeZone: Europe/Berlin}}");
      yard.awaitTold(
          "the schedule was read",
          "web",
          told -> Long.valueOf(2).equals(told.observedGeneration()));

      clock.advance(Duration.ofHours(6).minusMinutes(1));
      assertThat(workers(yard, place)).isOne();
      clock.advance(Duration.ofMinutes(1));
      awaitWorkers(yard, place, 0);
      yard.others.workers(place);
      awaitPlane(yard, place, "0");
      yard.others.planeSleeps(place, "web");
      yard.awaitReason("web", "Ready", "Sleeping");

      clock.advance(Duration.ofHours(12));
      awaitPlane(yard, place, USUAL);
    }
  }

  @Test
  void scheduleThatCannotBeReadKeepsItAwakeAndIsTold(TestCluster cluster) {
    try (var yard = new Yard(cluster)) {
      var place = yard.ready("web");

      yard.sleep("web", "{schedule: {sleep: 0 19 * * *, wake: 0 7 30 2 *}}");
      yard.awaitReason("web", "Degraded", "InvalidSchedule");

      assertThat(yard.condition("web", "Ready").orElseThrow().status()).isEqualTo(Truth.TRUE);
      assertThat(workers(yard, place)).isOne();
    }
  }

  private static void awaitWorkers(Yard yard, String place, int wanted) {
    Await.untilTrue(
        wanted + " workers are wanted", Yard.PATIENCE, () -> workers(yard, place) == wanted);
  }

  private static int workers(Yard yard, String place) {
    return spec(yard, Others.CAPI, "MachineDeployment", place, "web-workers")
        .path("replicas")
        .asInt();
  }

  private static void awaitPlane(Yard yard, String place, String replicas) {
    Await.untilTrue(
        "the control plane has replicas '" + replicas + "'",
        Yard.PATIENCE,
        () -> plane(yard, place).equals(replicas));
  }

  private static String plane(Yard yard, String place) {
    return spec(yard, PLANES, "StewardControlPlane", place, "web").path("replicas").asText();
  }

  private static JsonNode spec(Yard yard, String api, String kind, String place, String name) {
    return Others.tree(yard.others.find(api, kind, place, name).require()).path("spec");
  }
}
