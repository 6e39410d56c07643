package dev.butlerlabs.butler.ipam.allocator;

import static dev.butlerlabs.butler.ipam.allocator.Pools.granted;
import static dev.butlerlabs.butler.ipam.allocator.Pools.minute;
import static dev.butlerlabs.butler.ipam.allocator.Pools.pool;
import static dev.butlerlabs.butler.ipam.allocator.Pools.range;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PinTest {

  private final Allocator<String> pool = pool("10.0.0.0-10.0.0.9", "10.0.0.10-10.0.0.19");

  @Test
  void freeRangeInsideOneWindowIsGranted() {
    assertThat(pool.pin("a", range("10.0.0.4-10.0.0.6"))).isEqualTo(granted("10.0.0.4-10.0.0.6"));
    assertThat(pool.rangesOf("a")).containsExactly(range("10.0.0.4-10.0.0.6"));
    assertThat(pool.capacity().fragmentationPercent()).isEqualTo(100 - 1300 / 17);
  }

  @Test
  void rangeThatStraddlesIsToldWithBothWindows() {
    assertThat(pool.pin("a", range("10.0.0.8-10.0.0.11")).sentence())
        .isEqualTo(
            "10.0.0.8/30 straddles the windows 10.0.0.0-10.0.0.9 and 10.0.0.10-10.0.0.19;"
                + " choose a range inside one of them");
  }

  @Test
  void rangeOutsideIsToldWithAllWindows() {
    var told =
        " is not inside a window of the pool; the windows are"
            + " 10.0.0.0-10.0.0.9, 10.0.0.10-10.0.0.19";

    assertThat(pool.pin("a", range("10.0.0.18-10.0.0.20")).sentence())
        .isEqualTo("10.0.0.18-10.0.0.20" + told);
    assertThat(pool.pin("a", range("9.0.0.0-11.0.0.0")).sentence()).endsWith(told);
    assertThat(pool.pin("a", range("::a00:1")).sentence()).endsWith(told);
  }

  @Test
  void firstAddressInConflictIsNamedWithItsHolder() {
    pool.pin("web", range("10.0.0.5-10.0.0.6"));

    assertThat(pool.pin("a", range("10.0.0.3-10.0.0.9")).sentence())
        .isEqualTo(
            "10.0.0.5 is held by web as part of 10.0.0.5-10.0.0.6; choose a range that is free");
    assertThat(pool.pin("a", range("10.0.0.6-10.0.0.9")).sentence()).startsWith("10.0.0.6 is held");
    assertThat(pool.free()).isEqualTo(18);
  }

  @Test
  void reservedAndRestingAddressesAreInConflictToo() {
    pool.reserve(range("10.0.0.2"));
    pool.pin("web", range("10.0.0.3"));
    pool.release("web", range("10.0.0.3"), minute(0), minute(10));

    assertThat(pool.pin("a", range("10.0.0.0-10.0.0.9")).sentence())
        .startsWith("10.0.0.2 is reserved as part of 10.0.0.2/32");
    assertThat(pool.pin("a", range("10.0.0.3")).sentence())
        .startsWith(
            "10.0.0.3 rests until 2026-03-03T12:10:00Z as part of 10.0.0.3/32"
                + " after it was held by web");
  }
}
