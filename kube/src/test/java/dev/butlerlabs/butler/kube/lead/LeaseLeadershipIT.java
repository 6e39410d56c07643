package dev.butlerlabs.butler.kube.lead;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class LeaseLeadershipIT {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final List<String> story = new ArrayList<>();
  private TestCluster cluster;

  @BeforeEach
  void connect(TestCluster given) {
    cluster = given;
  }

  @Test
  void theFirstLeadsAndTheSecondWaits() {
    var first = candidate("first", cluster.client(), time);
    var second = candidate("second", cluster.client(), time);

    time.advance(Duration.ofMinutes(2));

    assertThat(first.leading()).isTrue();
    assertThat(second.leading()).isFalse();
    assertThat(story).containsExactly("first leads at 0 s");
  }

  @Test
  void stoppingInOrderHandsOverAtTheNextLook() {
    var first = candidate("first", cluster.client(), time);
    var second = candidate("second", cluster.client(), time);
    time.advance(SECOND.multipliedBy(5));

    first.close();
    assertThat(first.leading()).isFalse();
    time.advance(SECOND);

    assertThat(second.leading()).isTrue();
    assertThat(story)
        .containsExactly("first leads at 0 s", "first stops at 5 s", "second leads at 6 s");
  }

  @Test
  void aKilledLeaderIsFollowedWhenItsLeaseIsOver() {
    var itsTime = SteppedTimeline.atNewYear();
    candidate("killed", cluster.client(), itsTime);
    itsTime.advance(SECOND.multipliedBy(3));
    var second = candidate("second", cluster.client(), time);

    time.advance(SECOND.multipliedBy(14));
    assertThat(second.leading()).isFalse();
    time.advance(SECOND.multipliedBy(2));

    assertThat(second.leading()).isTrue();
  }

  @Test
  void aLeaderThatIsCutOffStopsBeforeTheNextStarts() {
    var cutOff = Faults.none();
    for (var call = 6; call < 60; call++) {
      cutOff = cutOff.at(call, Fault.TIME_OUT);
    }
    var first = candidate("first", cluster.recording(cutOff).client(), time);
    var second = candidate("second", cluster.client(), time);

    for (var i = 0; i < 25; i++) {
      time.advance(SECOND);
      assertThat(first.leading() && second.leading()).isFalse();
    }

    assertThat(second.leading()).isTrue();
    assertThat(story).hasSize(3);
    assertThat(story.get(1)).startsWith("first stops at ");
    assertThat(story.get(2)).startsWith("second leads at ");
    assertThat(second(story.get(2)) - second(story.get(1))).isGreaterThanOrEqualTo(6);
  }

  @Test
  void aClockThatJumpsMovesNobody() {
    var ofLeader = new Jumping(time);
    var ofCandidate = new Jumping(time);
    var first = candidate("first", cluster.client(), ofLeader);
    var second = candidate("second", cluster.client(), ofCandidate);
    time.advance(SECOND.multipliedBy(3));

    ofCandidate.by = Duration.ofHours(1);
    time.advance(SECOND.multipliedBy(30));
    ofLeader.by = Duration.ofHours(-1);
    time.advance(SECOND.multipliedBy(30));
    ofLeader.by = Duration.ofHours(5);
    time.advance(SECOND.multipliedBy(30));

    assertThat(first.leading()).isTrue();
    assertThat(second.leading()).isFalse();
    assertThat(story).containsExactly("first leads at 0 s");
  }

  @Test
  void aSleeperWakesWithoutTheLead() {
    var itsTime = new Jumping(time);
    var first = candidate("first", cluster.client(), itsTime);
    time.settle();
    assertThat(first.leading()).isTrue();

    itsTime.by = Duration.ofSeconds(10);

    assertThat(first.leading()).isFalse();
  }

  @Test
  void aClaimWhoseAnswerWasLostIsFoundAgain() {
    var faults =
        Faults.none().at(2, Fault.AFTER_COMMIT).at(5, Fault.AFTER_COMMIT).at(8, Fault.CONFLICT);
    var first = candidate("first", cluster.recording(faults).client(), time);

    time.advance(SECOND.multipliedBy(20));

    assertThat(first.leading()).isTrue();
    assertThat(story).containsExactly("first leads at 1 s");
    assertThat(lease().getSpec().getLeaseTransitions()).isZero();
  }

  @Test
  void aLeaseThatSomebodyDeletedIsMadeAgainWithoutALapse() {
    var first = candidate("first", cluster.client(), time);
    time.advance(SECOND);
    cluster.client().resource(lease()).delete();

    time.advance(SECOND.multipliedBy(3));

    assertThat(first.leading()).isTrue();
    assertThat(lease().getSpec().getHolderIdentity()).isEqualTo("first");
  }

  @Test
  void aLeaderRenewsEverySecondSecond() {
    candidate("first", cluster.client(), time);
    time.advance(Duration.ofMillis(500));
    var first = lease().getSpec().getRenewTime();

    time.advance(SECOND);
    assertThat(lease().getSpec().getRenewTime()).isEqualTo(first);
    time.advance(SECOND);

    assertThat(lease().getSpec().getRenewTime()).isEqualTo(first.plusSeconds(2));
  }

  @Test
  void aLeaderWhoseLeaseWasTakenStopsWhenItRenews() {
    var first = candidate("first", cluster.client(), time);
    time.advance(SECOND);
    var taken = lease();
    taken.getSpec().setHolderIdentity("somebody");
    cluster.client().resource(taken).update();

    time.advance(SECOND.multipliedBy(2));

    assertThat(first.leading()).isFalse();
  }

  @Test
  void onlyALeaderCanWrite() {
    var first = candidate("first", cluster.client(), time);
    var settings = ClientSettings.named("butler-test/1");
    var gate = List.of(new LeaderOnly(first));
    var object =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(cluster.namespace())
            .withName("led")
            .endMetadata()
            .build();
    try (var client = Clients.connect(cluster.config(), settings, gate)) {
      time.settle();
      client.resource(object).create();
      first.close();

      assertThatThrownBy(() -> client.resource(object).delete())
          .isInstanceOf(KubernetesClientException.class)
          .hasMessageContaining("does not lead");
      assertThat(client.resource(object).get()).isNotNull();
    }
  }

  @Test
  void inRealTimeTheNextLeadsLongBeforeAReleasedLeaseWouldEnd() {
    // Longer than anything here is waited for.
    var lasting = new Timings(Duration.ofHours(1), Duration.ofMinutes(50), SECOND);
    try (var real = new SystemTimeline()) {
      var first = candidate("first", cluster.client(), real, lasting);
      Await.untilTrue("the first leads", first::leading);
      try (var second = candidate("second", cluster.client(), real, lasting)) {
        first.close();

        Await.untilTrue("the second leads", second::leading);
      }
    }
  }

  private LeaseLeadership candidate(String name, KubernetesClient client, Timeline timeline) {
    return candidate(name, client, timeline, Timings.usual());
  }

  private LeaseLeadership candidate(
      String name, KubernetesClient client, Timeline timeline, Timings timings) {
    var key = new ObjectKey(cluster.namespace(), "lead");
    var candidate = new LeaseLeadership(client, key, name, timings, timeline);
    var start = time.instant();
    candidate.onChange(
        leading ->
            story.add(
                name
                    + (leading ? " leads at " : " stops at ")
                    + Duration.between(start, time.instant()).toSeconds()
                    + " s"));
    candidate.start();
    time.settle();
    return candidate;
  }

  private static int second(String line) {
    return Integer.parseInt(line.replaceAll("\\D", ""));
  }

  private Lease lease() {
    return cluster.client().leases().inNamespace(cluster.namespace()).withName("lead").get();
  }

  /** A machine whose clock can be set wrong; what it waits for takes the same time as ever. */
  private static final class Jumping implements Timeline {

    private final Timeline real;
    private volatile Duration by = Duration.ZERO;

    Jumping(Timeline real) {
      this.real = real;
    }

    @Override
    public Instant instant() {
      return real.instant().plus(by);
    }

    @Override
    public Alarm at(Instant when, Runnable task) {
      return real.at(when.minus(by), task);
    }
  }
}
