package dev.butlerlabs.butler.ipam.allocator;

import static dev.butlerlabs.butler.ipam.allocator.Pools.address;
import static dev.butlerlabs.butler.ipam.allocator.Pools.minute;
import static dev.butlerlabs.butler.ipam.allocator.Pools.pool;
import static dev.butlerlabs.butler.ipam.allocator.Pools.range;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class WithdrawTest {

  private final Allocator<String> pool = pool("10.0.0.0-10.0.0.9", "10.0.1.0-10.0.1.9");

  @Test
  void reservedAddressesAreNotGivenOutAndCountAsUnusable() {
    assertThat(pool.reserve(range("10.0.0.5-10.0.1.3"))).isEqualTo(done(9));

    var capacity = pool.capacity();
    assertThat(capacity.reserved()).isEqualTo(9);
    assertThat(capacity.usable()).isEqualTo(11);
    assertThat(capacity.free()).isEqualTo(11);
    assertThat(pool.occupant(address("10.0.0.9")))
        .isEqualTo(new Occupant.Reserved<>(range("10.0.0.5-10.0.0.9")));
  }

  @Test
  void reservingTwiceAndOutsideChangesNothing() {
    pool.reserve(range("10.0.0.0-10.0.0.4"));

    assertThat(pool.reserve(range("10.0.0.2-10.0.0.5"))).isEqualTo(done(1));
    assertThat(pool.reserve(range("10.9.0.0/24"))).isEqualTo(done(0));
    assertThat(pool.unreserve(range("10.0.0.4-10.0.0.9"))).isEqualTo(done(2));
    assertThat(pool.capacity().reserved()).isEqualTo(4);
  }

  @Test
  void heldAddressesAreNotReserved() {
    pool.pin("a", range("10.0.0.4-10.0.0.6"));

    assertThat(pool.reserve(range("10.0.0.0-10.0.0.5")))
        .isInstanceOfSatisfying(
            Withdrawal.Conflict.class,
            conflict ->
                assertThat(conflict.sentence())
                    .isEqualTo(
                        "10.0.0.4 is held by a as part of 10.0.0.4-10.0.0.6;"
                            + " have it released first"));
    assertThat(pool.capacity().reserved()).isZero();
  }

  @Test
  void restGoesOnUnderAReservation() {
    pool.pin("a", range("10.0.0.4"));
    pool.release("a", range("10.0.0.4"), minute(0), minute(10));
    pool.reserve(range("10.0.0.0/29"));
    assertThat(pool.capacity().resting()).isZero();

    pool.unreserve(range("10.0.0.0/29"));

    assertThat(pool.occupant(address("10.0.0.4")))
        .isEqualTo(new Occupant.Resting<>(range("10.0.0.4"), "a", minute(10)));
    assertThat(pool.free()).isEqualTo(19);
  }

  @Test
  void restThatEndsUnderAReservationLeavesTheReservation() {
    pool.quarantine(range("10.0.0.4"), minute(10));
    pool.reserve(range("10.0.0.0/29"));

    pool.expire(minute(11));

    assertThat(pool.capacity().reserved()).isEqualTo(8);
    assertThat(pool.free()).isEqualTo(12);
  }

  @Test
  void quarantineKeepsTheLongerRest() {
    pool.pin("a", range("10.0.0.4"));
    pool.release("a", range("10.0.0.4"), minute(0), minute(10));

    assertThat(pool.quarantine(range("10.0.0.3-10.0.0.5"), minute(5))).isEqualTo(done(2));
    assertThat(pool.expire(minute(5))).hasSize(2);
    assertThat(pool.quarantine(range("10.0.0.4"), minute(20))).isEqualTo(done(0));
    assertThat(pool.occupant(address("10.0.0.4")))
        .isEqualTo(new Occupant.Resting<>(range("10.0.0.4"), "a", minute(20)));
  }

  @Test
  void endingAReservationDoesNotCutWhatIsHeldBesideIt() {
    pool.pin("a", range("10.0.0.2-10.0.0.5"));
    pool.reserve(range("10.0.0.6/31"));

    assertThat(pool.unreserve(range("10.0.0.4-10.0.0.6"))).isEqualTo(done(1));
    assertThat(pool.rangesOf("a")).containsExactly(range("10.0.0.2-10.0.0.5"));
  }

  private static Withdrawal<String> done(long changed) {
    return new Withdrawal.Done<>(BigInteger.valueOf(changed));
  }
}
