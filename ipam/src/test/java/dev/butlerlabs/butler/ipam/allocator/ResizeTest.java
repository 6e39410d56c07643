package dev.butlerlabs.butler.ipam.allocator;

import static dev.butlerlabs.butler.ipam.allocator.Pools.minute;
import static dev.butlerlabs.butler.ipam.allocator.Pools.pool;
import static dev.butlerlabs.butler.ipam.allocator.Pools.range;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class ResizeTest {

  private final Allocator<String> pool = pool("10.0.0.0-10.0.0.19");

  @Test
  void growsUpwardsWhereThatIsFree() {
    pool.pin("a", range("10.0.0.4-10.0.0.7"));

    assertThat(resize("10.0.0.4-10.0.0.7", 8))
        .isEqualTo(new Resize.Grown<>(range("10.0.0.4-10.0.0.7"), range("10.0.0.4-10.0.0.11")));
    assertThat(pool.rangesOf("a")).containsExactly(range("10.0.0.4-10.0.0.11"));
    assertThat(pool.free()).isEqualTo(12);
  }

  @Test
  void growsDownwardsByWhatIsMissingAbove() {
    pool.pin("a", range("10.0.0.4-10.0.0.7"));
    pool.pin("b", range("10.0.0.10"));

    assertThat(resize("10.0.0.4-10.0.0.7", 9))
        .isEqualTo(new Resize.Grown<>(range("10.0.0.4-10.0.0.7"), range("10.0.0.1-10.0.0.9")));
  }

  @Test
  void withoutRoomNothingChangesAndTheRoomIsTold() {
    pool.pin("a", range("10.0.0.4-10.0.0.7"));
    pool.pin("b", range("10.0.0.10"));

    var answer = resize("10.0.0.4-10.0.0.7", 11);

    assertThat(answer)
        .isInstanceOfSatisfying(
            Resize.NoRoom.class,
            no ->
                assertThat(no.sentence())
                    .isEqualTo(
                        "10.0.0.4/30 cannot grow to 11 addresses where it is:"
                            + " 4 below it and 2 above it are free"));
    assertThat(pool.rangesOf("a")).containsExactly(range("10.0.0.4/30"));
  }

  @Test
  void shrinksFromItsEndWhichThenRests() {
    pool.pin("a", range("10.0.0.4-10.0.0.9"));

    assertThat(resize("10.0.0.4-10.0.0.9", 2))
        .isEqualTo(
            new Resize.Shrunk<>(
                range("10.0.0.4-10.0.0.9"), range("10.0.0.4/31"), range("10.0.0.6-10.0.0.9")));
    assertThat(pool.capacity().resting()).isEqualTo(4);
    assertThat(pool.rangesOf("a")).containsExactly(range("10.0.0.4/31"));
  }

  @Test
  void sameSizeIsNoChange() {
    pool.pin("a", range("10.0.0.4/30"));

    assertThat(resize("10.0.0.4/30", 4)).isEqualTo(new Resize.Unchanged<>(range("10.0.0.4/30")));
  }

  @Test
  void whatTheHolderDoesNotHaveIsNotResized() {
    pool.pin("a", range("10.0.0.4/30"));

    assertThat(resize("10.0.0.4/31", 4)).isInstanceOf(Resize.NotHeld.class);
    assertThat(resize("10.0.0.8", 4)).isInstanceOf(Resize.NotHeld.class);
    assertThat(resize("10.0.9.8", 4)).isInstanceOf(Resize.NotHeld.class);
    assertThat(resize("10.0.0.4/30", 0)).isInstanceOf(Resize.Senseless.class);
  }

  @Test
  void oneAddressGrowsToTheWholeFamily() {
    var all = pool("::/0");
    all.pin("a", range("8000::"));

    assertThat(all.resize("a", range("8000::"), BigInteger.TWO.pow(128), minute(0), minute(0)))
        .isEqualTo(new Resize.Grown<>(range("8000::"), range("::/0")));
    assertThat(all.free()).isZero();
    assertThat(all.capacity().used()).isEqualTo(BigInteger.TWO.pow(128));
  }

  private Resize<String> resize(String range, long size) {
    return pool.resize("a", range(range), BigInteger.valueOf(size), minute(0), minute(10));
  }
}
