package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.tenants.life.plan.Told.Crowd;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PaceTest {

  private static final ObjectKey ONE = new ObjectKey("team", "one");

  private final AtomicLong clock = new AtomicLong(1);
  private final Pace pace = new Pace(clock::get);

  @Test
  void oneAloneIsLookedAtForEachPieceOfNews() {
    assertThat(untilNext(ONE)).isZero();
    assertThat(untilNext(ONE)).isZero();
  }

  @Test
  void besideOthersItWaitsALittleForEachOfThem() {
    looked(10, ONE);

    assertThat(untilNext(ONE)).isEqualTo(Pace.EACH.multipliedBy(10));
    pass(Pace.EACH.multipliedBy(10));
    assertThat(untilNext(ONE)).isZero();
  }

  @Test
  void newOneWaitsOnceLikeTheOthers() {
    looked(10);

    assertThat(untilNext(ONE)).isEqualTo(Pace.EACH.multipliedBy(10));
    pass(Pace.EACH.multipliedBy(10));
    assertThat(untilNext(ONE)).isZero();
  }

  @Test
  void newOneIsLookedAtHoweverManyOthersAreAndHoweverLateItComes() {
    looked(5000);

    assertThat(untilNext(ONE)).isEqualTo(Pace.LONGEST);
    pass(Duration.ofSeconds(1));
    looked(5000);
    assertThat(untilNext(ONE)).isZero();
  }

  @Test
  void manyThatComeTogetherAreLookedAtOneAfterTheOther() {
    var others = others(20).toList();

    var waits = others.stream().map(this::untilNext).toList();
    assertThat(waits.getFirst()).isZero();
    assertThat(waits.subList(1, 20)).containsOnly(Pace.EACH);

    pass(Pace.EACH);
    assertThat(untilNext(others.get(1))).isZero();
    assertThat(untilNext(others.get(2))).isEqualTo(Pace.EACH);
  }

  @Test
  void oneAloneIsToldOfAtOnce() {
    untilNext(ONE);
    pace.told(ONE);

    assertThat(pace.around(ONE)).isEqualTo(Crowd.NONE);
  }

  @Test
  void besideOthersDeedsStandBackALittleAndWordsMore() {
    looked(10, ONE);
    assertThat(pace.around(ONE)).isEqualTo(Crowd.NONE);

    pace.told(ONE);
    pass(Duration.ofMillis(100));

    assertThat(pace.around(ONE))
        .isEqualTo(new Crowd(Duration.ofMillis(1500), Duration.ofMillis(4700)));
  }

  @Test
  void ofNewOrderNothingIsSaidAtOnceInACrowd() {
    assertThat(pace.patience(ONE)).isZero();

    pace.forget(ONE);
    looked(10);
    assertThat(pace.patience(ONE)).isEqualTo(Duration.ofMillis(1600));
    pass(Duration.ofMillis(1600));
    assertThat(pace.patience(ONE)).isZero();
  }

  @Test
  void besideThousandsNothingStandsBackForLong() {
    looked(5000, ONE);
    pace.told(ONE);

    assertThat(pace.around(ONE)).isEqualTo(new Crowd(Pace.LONGEST_DEEDS, Pace.LONGEST_WORDS));
    pass(Pace.LONGEST_WORDS);
    assertThat(pace.around(ONE)).isEqualTo(Crowd.NONE);
  }

  @Test
  void ofOneThatIsOnlyToldOfOthersThatRestAreNotStoodBackFor() {
    looked(1000);
    pace.told(ONE);
    assertThat(pace.around(ONE)).isEqualTo(new Crowd(Pace.LONGEST_DEEDS, Pace.LONGEST_WORDS));

    pass(Pace.LONGEST);

    assertThat(pace.around(ONE)).isEqualTo(Crowd.NONE);
  }

  @Test
  void besideThousandsItWaitsNoLongerThanSeconds() {
    looked(5000, ONE);

    pass(Duration.ofMillis(1));
    assertThat(untilNext(ONE)).isEqualTo(Pace.LONGEST.minusMillis(1));
    pass(Pace.LONGEST);
    assertThat(untilNext(ONE)).isZero();
  }

  @Test
  void othersThatRestAreNotWaitedFor() {
    looked(1000);
    pass(Pace.LONGEST);

    assertThat(untilNext(ONE)).isZero();
    assertThat(untilNext(ONE)).isZero();
  }

  @Test
  void whatFailsWaitsForTheEngineAlone() {
    looked(50, ONE);

    assertThat(untilNext(ONE)).isPositive();
    assertThat(pace.untilNext(ONE, 1)).isZero();
    assertThat(pace.untilNext(ONE, 2)).isZero();
  }

  private Duration untilNext(ObjectKey cluster) {
    return pace.untilNext(cluster, 0);
  }

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  /** So many others, and these, were all looked at just now. */
  private void looked(int count, ObjectKey... these) {
    var all = Stream.concat(others(count), Stream.of(these)).toList();
    all.forEach(this::untilNext);
    pass(Pace.LONGEST);
    assertThat(all.stream().map(this::untilNext)).containsOnly(Duration.ZERO);
  }

  private static Stream<ObjectKey> others(int count) {
    return IntStream.range(0, count).mapToObj(number -> new ObjectKey("team", "other-" + number));
  }
}
