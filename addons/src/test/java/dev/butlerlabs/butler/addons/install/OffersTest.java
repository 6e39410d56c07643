package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.PackedTexts;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Offer;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When an offer that could not be tried is tried again; a fake in place of the cluster. */
class OffersTest {

  private static final ObjectKey ADDON = new ObjectKey("team", "web");
  private static final Attempt ASKING = new Attempt("ask", "cluster", ObjectKey.cluster("web"));

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger ended = new AtomicInteger();
  private final Offers offers =
      new Offers(
          FakeDestination.noHelm(),
          FakeDestination.noSources(),
          new PackedTexts(1 << 20),
          new Quiet(() -> () -> {}, timeline),
          timeline,
          _ -> ended.incrementAndGet());

  @AfterEach
  void close() {
    offers.close();
  }

  @Test
  void clusterThatTurnsTheLoginAwayIsAskedAgainAfterAMinute() {
    var denied = new Trouble.Forbidden(ASKING, "not you");
    assertThat(next(denied)).contains(timeline.instant().plusSeconds(60));
    assertThat(asked).hasValue(1);

    timeline.advance(Duration.ofMinutes(1));
    attend(denied);

    Await.untilTrue("it is asked again", () -> asked.get() == 2);
  }

  @Test
  void clusterThatHasEnoughWorkIsAskedAgainAfterAMinute() {
    assertThat(next(new Trouble.Busy(ASKING, Duration.ofSeconds(1))))
        .contains(timeline.instant().plusSeconds(60));
  }

  /** When it is tried again after that. */
  private Optional<Instant> next(Trouble trouble) {
    attend(trouble);
    Await.untilTrue("it was tried", () -> ended.get() == 1);
    return attend(trouble);
  }

  private Optional<Instant> attend(Trouble trouble) {
    var offered = FakeDestination.wanted("2.0.0", new Offer.None());
    var wanted =
        FakeDestination.wanted("1.0.0", new Offer.Open(offered, Optional.empty(), "newer"));
    var cluster =
        FakeDestination.answering(
            () -> {
              asked.incrementAndGet();
              return Answer.failed(trouble);
            });
    return offers.attend(ADDON, Facts.none(), wanted, cluster, null);
  }
}
