package dev.butlerlabs.butler.ipam.allocator;

import static dev.butlerlabs.butler.ipam.allocator.Pools.address;
import static dev.butlerlabs.butler.ipam.allocator.Pools.granted;
import static dev.butlerlabs.butler.ipam.allocator.Pools.minute;
import static dev.butlerlabs.butler.ipam.allocator.Pools.pool;
import static dev.butlerlabs.butler.ipam.allocator.Pools.range;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class CapacityTest {

  @Test
  void fragmentationOfTenAndFiveIs34Percent() {
    assertThat(pool("10.0.0.0-10.0.0.9", "10.0.1.0-10.0.1.4").capacity().fragmentationPercent())
        .isEqualTo(34);
  }

  @Test
  void fragmentationOfFourSinglesIs75Percent() {
    assertThat(
            pool("10.0.0.0", "10.0.0.2", "10.0.0.4", "10.0.0.6").capacity().fragmentationPercent())
        .isEqualTo(75);
  }

  @Test
  void fragmentationIsZeroWithOneRunOrNone() {
    assertThat(pool("10.0.0.0/24").capacity().fragmentationPercent()).isZero();
    assertThat(pool().capacity().fragmentationPercent()).isZero();
  }

  @Test
  void publishedWindowsHoldWhatTheyHold() {
    assertThat(pool("10.40.1.0-10.40.7.254").capacity().usable()).isEqualTo(1791);
    assertThat(pool("10.40.1.0-10.40.3.254").capacity().usable()).isEqualTo(767);
  }

  @Test
  void gapsBetweenWindowsAreNeverCounted() {
    var pool = pool("10.0.0.0-10.0.0.9", "10.0.2.0-10.0.2.4");
    pool.reserve(range("10.0.0.8-10.0.2.0"));
    pool.pin("a", range("10.0.0.0-10.0.0.3"));

    var capacity = pool.capacity();
    assertThat(capacity.usable()).isEqualTo(12);
    assertThat(capacity.used()).isEqualTo(4);
    assertThat(capacity.free()).isEqualTo(8);
    assertThat(capacity.largestRun()).isEqualTo(4);
    assertThat(capacity.heldRanges()).isEqualTo(1);
  }

  @Test
  void wholeOfIpv6IsOnePool() {
    var pool = pool("::/0");

    assertThat(pool.free()).isEqualTo(BigInteger.TWO.pow(128));
    assertThat(pool.pin("last", range("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff")))
        .isInstanceOf(Grant.Granted.class);
    assertThat(pool.pin("first", range("::"))).isInstanceOf(Grant.Granted.class);
    assertThat(pool.free()).isEqualTo(BigInteger.TWO.pow(128).subtract(BigInteger.TWO));
    assertThat(pool.allocate("all", pool.free())).isInstanceOf(Grant.Granted.class);
    assertThat(pool.free()).isZero();

    pool.rangesOf("all").forEach(range -> pool.release("all", range, minute(0)));
    pool.release("first", range("::"), minute(0));
    pool.release("last", range("ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"), minute(0));
    assertThat(pool.allocate("all", BigInteger.TWO.pow(128))).isEqualTo(granted("::/0"));
  }

  @Test
  void wholeOfIpv4IsOnePool() {
    var pool = pool("0.0.0.0/0");

    assertThat(pool.allocate("a", 1L << 32)).isEqualTo(granted("0.0.0.0/0"));
    pool.resize("a", range("0.0.0.0/0"), BigInteger.valueOf(1L << 31), minute(0), minute(0));
    assertThat(pool.allocate("b", 1L << 31)).isEqualTo(granted("128.0.0.0/1"));
  }

  @Test
  void poolOfOneAddressIsFullAfterOneGrant() {
    var pool = pool("10.0.0.7/32");

    assertThat(pool.allocate("a", 1)).isEqualTo(granted("10.0.0.7"));
    assertThat(pool.allocate("b", 1)).isInstanceOf(Grant.NoContiguousBlock.class);
    assertThat(pool.occupant(address("10.0.0.8"))).isEqualTo(new Occupant.Outside<>());
  }
}
