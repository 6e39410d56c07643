package dev.butlerlabs.butler.tenants.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BerthsTest {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Instant LATE = START.plus(Berths.LONGEST);

  private final Berths berths = new Berths();
  private final List<ObjectKey> calledIn = new ArrayList<>();

  @BeforeEach
  void listen() {
    berths.news().onFire(calledIn::add);
  }

  @Test
  void asManyAsThereAreBerthsAreMadeAtOnceAndTheRestWaits() {
    var admitted = IntStream.range(0, 1_000).filter(i -> arrives(i, START)).count();

    assertThat(admitted).isEqualTo(Berths.AT_ONCE);
    assertThat(calledIn).isEmpty();
    assertThat(arrives(0, START)).as("one that has a berth keeps it").isTrue();
  }

  @Test
  void whoeverWaitsLongestIsCalledInWhenOneIsMade() {
    IntStream.range(0, Berths.AT_ONCE + 3).forEach(i -> arrives(i, START));

    berths.leave(key(5), START);

    assertThat(calledIn).containsExactly(key(Berths.AT_ONCE));
    assertThat(arrives(Berths.AT_ONCE, START)).isTrue();
    assertThat(arrives(Berths.AT_ONCE + 1, START)).isFalse();
  }

  @Test
  void newcomerDoesNotPassThoseWhoWait() {
    IntStream.range(0, Berths.AT_ONCE + 1).forEach(i -> arrives(i, START));
    berths.leave(key(0), START);

    assertThat(arrives(7_000, START)).isFalse();
  }

  @Test
  void oneThatHangsGivesItsBerthBackAndIsMadeOn() {
    IntStream.range(0, Berths.AT_ONCE + 1).forEach(i -> arrives(i, START));
    assertThat(berths.until(key(3))).contains(LATE);

    assertThat(berths.admits(key(3), true, LATE)).isTrue();

    assertThat(calledIn).containsExactly(key(Berths.AT_ONCE));
    assertThat(berths.until(key(3))).isEmpty();
    assertThat(berths.admits(key(3), true, LATE.plus(Duration.ofHours(1))))
        .as("and takes no other")
        .isTrue();
    assertThat(berths.until(key(3))).isEmpty();
  }

  @Test
  void oneThatCannotEvenBeginGivesItsBerthBackToo() {
    IntStream.range(0, Berths.AT_ONCE + 1).forEach(i -> arrives(i, START));

    assertThat(arrives(3, LATE)).isTrue();

    assertThat(calledIn).containsExactly(key(Berths.AT_ONCE));
  }

  @Test
  void whatWasBegunBeforeThisProcessGoesOnAndCounts() {
    IntStream.range(0, Berths.AT_ONCE + 10)
        .forEach(i -> assertThat(berths.admits(key(i), true, START)).isTrue());

    assertThat(arrives(7_000, START)).isFalse();
    IntStream.range(0, 10).forEach(i -> berths.leave(key(i), START));
    assertThat(calledIn).isEmpty();
    berths.leave(key(10), START);
    assertThat(calledIn).containsExactly(key(7_000));
  }

  @Test
  void whoeverGoesWhileItWaitsIsNotCalledIn() {
    IntStream.range(0, Berths.AT_ONCE + 2).forEach(i -> arrives(i, START));

    berths.leave(key(Berths.AT_ONCE), START);
    berths.leave(key(0), START);

    assertThat(calledIn).containsExactly(key(Berths.AT_ONCE + 1));
  }

  private boolean arrives(int number, Instant now) {
    return berths.admits(key(number), false, now);
  }

  private static ObjectKey key(int number) {
    return new ObjectKey("team", "web-" + number);
  }
}
