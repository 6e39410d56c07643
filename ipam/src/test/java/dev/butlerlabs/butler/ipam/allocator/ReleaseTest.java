package dev.butlerlabs.butler.ipam.allocator;

import static dev.butlerlabs.butler.ipam.allocator.Pools.address;
import static dev.butlerlabs.butler.ipam.allocator.Pools.granted;
import static dev.butlerlabs.butler.ipam.allocator.Pools.minute;
import static dev.butlerlabs.butler.ipam.allocator.Pools.pool;
import static dev.butlerlabs.butler.ipam.allocator.Pools.range;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ReleaseTest {

  private final Allocator<String> pool = pool("10.0.0.0/28");

  @Test
  void neighboursThatAreReleasedBecomeOneRun() {
    for (var block : new String[] {"10.0.0.0/30", "10.0.0.4/30", "10.0.0.8/30", "10.0.0.12/30"}) {
      pool.pin("a", range(block));
    }
    pool.release("a", range("10.0.0.0/30"), minute(0));
    pool.release("a", range("10.0.0.8/30"), minute(0));
    assertThat(pool.capacity().runs()).isEqualTo(2);
    pool.release("a", range("10.0.0.4/30"), minute(0));

    assertThat(pool.capacity().runs()).isEqualTo(1);
    assertThat(pool.allocate("b", 12)).isEqualTo(granted("10.0.0.0-10.0.0.11"));
  }

  @Test
  void restingAddressesAreGivenOutWhenTheirTimeHasCome() {
    pool.allocate("a", 16);
    assertThat(pool.release("a", range("10.0.0.0/28"), minute(0), minute(10)))
        .isEqualTo(new Release.Rests<>(range("10.0.0.0/28"), minute(10)));

    assertThat(pool.nextRestEnd()).contains(minute(10));
    assertThat(pool.expire(minute(10).minusNanos(1))).isEmpty();
    assertThat(pool.allocate("b", 1)).isInstanceOf(Grant.NoContiguousBlock.class);
    assertThat(pool.capacity().resting()).isEqualTo(16);
    assertThat(pool.expire(minute(10))).containsExactly(range("10.0.0.0/28"));
    assertThat(pool.nextRestEnd()).isEmpty();
    assertThat(pool.allocate("b", 16)).isEqualTo(granted("10.0.0.0/28"));
  }

  @Test
  void restsEndInTheOrderOfTheirTimes() {
    pool.allocate("a", 16);
    pool.release("a", range("10.0.0.4"), minute(0), minute(30));
    pool.release("a", range("10.0.0.9"), minute(1), minute(20));

    assertThat(pool.nextRestEnd()).contains(minute(20));
    assertThat(pool.expire(minute(25))).containsExactly(range("10.0.0.9"));
    assertThat(pool.nextRestEnd()).contains(minute(30));
  }

  @Test
  void restThatIsNotOnAMillisecondNeverEndsEarly() {
    pool.allocate("a", 1);
    var until = minute(10).plusNanos(1);
    pool.release("a", range("10.0.0.0"), minute(0), until);

    assertThat(pool.expire(until)).isEmpty();
    assertThat(pool.expire(until.plusMillis(1))).hasSize(1);
  }

  @Test
  void onlyTheHolderCanRelease() {
    pool.pin("a", range("10.0.0.0/30"));
    pool.pin("b", range("10.0.0.4/30"));

    assertThat(pool.release("a", range("10.0.0.2-10.0.0.5"), minute(0)))
        .isEqualTo(
            new Release.NotHeld<>(
                address("10.0.0.4"), new Occupant.Held<>(range("10.0.0.4/30"), "b")));
    assertThat(pool.release("b", range("10.0.0.7-10.0.0.8"), minute(0)))
        .isEqualTo(new Release.NotHeld<>(address("10.0.0.8"), new Occupant.Free<>(null)));
    assertThat(pool.release("b", range("10.0.0.15-10.0.0.16"), minute(0)))
        .isEqualTo(new Release.NotHeld<>(address("10.0.0.15"), new Occupant.Free<>(null)));
    pool.pin("b", range("10.0.0.15"));
    assertThat(pool.release("b", range("10.0.0.15-10.0.0.16"), minute(0)))
        .isEqualTo(new Release.NotHeld<>(address("10.0.0.16"), new Occupant.Outside<>()));
    pool.release("b", range("10.0.0.15"), minute(0));
    assertThat(pool.release("b", range("::4"), minute(0))).isInstanceOf(Release.NotHeld.class);
    assertThat(pool.capacity().used()).isEqualTo(8);
  }

  @Test
  void partOfARangeCanBeReleasedAndTheRestStays() {
    pool.pin("a", range("10.0.0.0/29"));
    pool.release("a", range("10.0.0.2-10.0.0.4"), minute(0));

    assertThat(pool.rangesOf("a"))
        .containsExactly(range("10.0.0.0/31"), range("10.0.0.5-10.0.0.7"));
    assertThat(pool.occupant(address("10.0.0.3"))).isEqualTo(new Occupant.Free<>(minute(0)));
    assertThat(pool.occupant(address("10.0.0.9"))).isEqualTo(new Occupant.Free<>(null));
  }

  @Test
  void secondReleaseIsAnsweredAndChangesNothing() {
    pool.pin("a", range("10.0.0.0/29"));
    pool.release("a", range("10.0.0.0/29"), minute(0), minute(9));

    assertThat(pool.release("a", range("10.0.0.0/29"), minute(1)))
        .isInstanceOf(Release.NotHeld.class);
    assertThat(pool.nextRestEnd()).contains(minute(9));
  }

  @Test
  void everyRangeOfAHolderIsListed() {
    pool.pin("a", range("10.0.0.8"));
    pool.pin("b", range("10.0.0.3"));
    pool.pin("a", range("10.0.0.1"));

    assertThat(pool.rangesOf("a")).containsExactly(range("10.0.0.1"), range("10.0.0.8"));
    assertThat(pool.rangesOf("c")).isEmpty();
    assertThat(pool.holdings())
        .containsExactly(
            new Holding<>(range("10.0.0.1"), "a"),
            new Holding<>(range("10.0.0.3"), "b"),
            new Holding<>(range("10.0.0.8"), "a"));
  }
}
