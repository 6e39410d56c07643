package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.install.plan.Offer;
import dev.butlerlabs.butler.addons.install.plan.Result;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** How long a cluster is asked for a namespace; a fake in its place. */
class HelmWorkTest {

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final AtomicInteger asked = new AtomicInteger();
  private final HelmWork work =
      new HelmWork(FakeDestination.noHelm(), FakeDestination.noSources(), timeline);

  @Test
  void clusterThatIsBusyForAMomentIsAskedAgain() {
    var looked = look(3, Cause.CLUSTER_BUSY);
    var began = timeline.instant();

    for (var second = 1; second <= 3; second++) {
      Await.untilTrue("it waits", () -> timeline.pending() == 1);
      assertThat(asked).hasValue(second);
      timeline.advance(Duration.ofSeconds(1));
    }

    assertThat(looked.join()).isEmpty();
    assertThat(asked).hasValue(4);
    assertThat(Duration.between(began, timeline.instant())).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void clusterThatStaysBusyIsToldAfterTenSeconds() {
    var looked = look(Integer.MAX_VALUE, Cause.CLUSTER_BUSY);

    for (var second = 1; second <= 10; second++) {
      Await.untilTrue("it waits", () -> timeline.pending() == 1);
      timeline.advance(Duration.ofSeconds(1));
    }

    assertThat(looked.join()).contains(new Result.Refused(refusal(Cause.CLUSTER_BUSY)));
    assertThat(timeline.pending()).isZero();
  }

  @Test
  void whoIsCalledOffWaitsNoLonger() {
    var looked = new CompletableFuture<Optional<Result>>();
    var thread = Thread.ofVirtual().start(() -> looked.complete(ask(9, Cause.CLUSTER_BUSY)));
    Await.untilTrue("it waits", () -> timeline.pending() == 1);

    thread.interrupt();

    assertThat(looked.join()).contains(new Result.Refused(refusal(Cause.CLUSTER_BUSY)));
    assertThat(asked).hasValue(1);
    assertThat(timeline.pending()).isZero();
  }

  @Test
  void clusterThatDoesNotAnswerIsToldAtOnce() {
    assertThat(ask(9, Cause.CLUSTER_UNREACHABLE))
        .contains(new Result.Refused(refusal(Cause.CLUSTER_UNREACHABLE)));
    assertThat(asked).hasValue(1);
  }

  private CompletableFuture<Optional<Result>> look(int times, Cause why) {
    var looked = new CompletableFuture<Optional<Result>>();
    Thread.ofVirtual().start(() -> looked.complete(ask(times, why)));
    return looked;
  }

  /** What comes of it where the namespace is refused so many times. */
  private Optional<Result> ask(int times, Cause why) {
    var cluster =
        FakeDestination.giving(
            () -> Optional.of(refusal(why)).filter(_ -> asked.incrementAndGet() <= times));
    return work.look(cluster, FakeDestination.wanted("1.0.0", new Offer.None()));
  }

  private static Refusal refusal(Cause cause) {
    return Refusal.of(cause, "creating namespace shop on cluster web", "no");
  }
}
