package dev.butlerlabs.butler.ipam.allocator;

import static dev.butlerlabs.butler.ipam.allocator.Pools.granted;
import static dev.butlerlabs.butler.ipam.allocator.Pools.minute;
import static dev.butlerlabs.butler.ipam.allocator.Pools.pool;
import static dev.butlerlabs.butler.ipam.allocator.Pools.range;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import org.junit.jupiter.api.Test;

class AllocateTest {

  @Test
  void smallestRunThatFitsIsUsed() {
    var pool = pool("10.0.0.0-10.0.0.19", "10.0.1.0-10.0.1.4", "10.0.2.0-10.0.2.8");

    assertThat(pool.allocate("a", 5)).isEqualTo(granted("10.0.1.0-10.0.1.4"));
    assertThat(pool.allocate("b", 5)).isEqualTo(granted("10.0.2.0-10.0.2.4"));
    assertThat(pool.allocate("c", 5)).isEqualTo(granted("10.0.0.0-10.0.0.4"));
  }

  @Test
  void ofEqualRunsTheNeverUsedOneComesFirst() {
    var pool = pool("10.0.0.0/30", "10.0.1.0/30");
    pool.pin("a", range("10.0.0.3"));
    pool.release("a", range("10.0.0.3"), minute(0));

    assertThat(pool.allocate("b", 4)).isEqualTo(granted("10.0.1.0/30"));
  }

  @Test
  void ofEqualUsedRunsTheOneReleasedLongestAgoComesFirst() {
    var pool = pool("10.0.0.0/30", "10.0.1.0/30", "10.0.2.0/30");
    for (var third = 0; third < 3; third++) {
      pool.pin("a", range("10.0." + third + ".0/30"));
    }
    pool.release("a", range("10.0.0.0/30"), minute(3));
    pool.release("a", range("10.0.1.0/30"), minute(1));
    pool.release("a", range("10.0.2.0/30"), minute(2));

    assertThat(pool.allocate("b", 4)).isEqualTo(granted("10.0.1.0/30"));
    assertThat(pool.allocate("b", 4)).isEqualTo(granted("10.0.2.0/30"));
    assertThat(pool.allocate("b", 4)).isEqualTo(granted("10.0.0.0/30"));
  }

  @Test
  void ofEqualRunsUsedAlikeTheLowestComesFirst() {
    var pool = pool("10.0.1.0/30", "10.0.0.0/30");

    assertThat(pool.allocate("b", 4)).isEqualTo(granted("10.0.0.0/30"));
  }

  @Test
  void ofARunThatIsTooLargeTheEndUsedLongestAgoIsTaken() {
    var pool = pool("10.0.0.0/29");
    pool.pin("a", range("10.0.0.1"));
    pool.release("a", range("10.0.0.1"), minute(0));

    assertThat(pool.allocate("b", 2)).isEqualTo(granted("10.0.0.6/31"));
    assertThat(pool.allocate("c", 1)).isEqualTo(granted("10.0.0.0"));
  }

  @Test
  void touchingWindowsAreOneRun() {
    var pool = pool("10.0.0.0-10.0.0.9", "10.0.0.10-10.0.0.19");

    assertThat(pool.capacity().runs()).isEqualTo(1);
    assertThat(pool.allocate("a", 15)).isEqualTo(granted("10.0.0.0-10.0.0.14"));
  }

  @Test
  void refusalTellsWhatIsFreeAndTheLargestRun() {
    var pool = pool("10.0.0.0-10.0.0.9", "10.0.1.0-10.0.1.4");

    var refusal = pool.allocate("a", 11);

    assertThat(refusal)
        .isEqualTo(
            new Grant.NoContiguousBlock<>(
                BigInteger.valueOf(11), BigInteger.valueOf(15), BigInteger.TEN));
    assertThat(refusal.sentence())
        .isEqualTo("no contiguous block of 11 addresses: 15 are free, the largest free run has 10");
  }

  @Test
  void wishForNothingIsAnswered() {
    assertThat(pool("10.0.0.0/24").allocate("a", 0).sentence())
        .isEqualTo("0 addresses cannot be given out; ask for at least 1");
    assertThat(pool().allocate("a", 1)).isInstanceOf(Grant.NoContiguousBlock.class);
    assertThat(pool("::/0").allocate("a", BigInteger.TWO.pow(129)))
        .isInstanceOf(Grant.NoContiguousBlock.class);
  }

  @Test
  void alignedBlockStartsAtAMultiple() {
    var pool = pool("10.0.0.1-10.0.0.6", "10.0.1.1-10.0.1.20");

    assertThat(aligned(pool, 4, 4)).isEqualTo(granted("10.0.1.4/30"));
    assertThat(aligned(pool, 2, 4)).isEqualTo(granted("10.0.0.4/31"));
    assertThat(aligned(pool, 8, 8)).isEqualTo(granted("10.0.1.8/29"));
    assertThat(aligned(pool, 8, 8)).isInstanceOf(Grant.NoContiguousBlock.class);
    assertThat(aligned(pool, 8, 3).sentence())
        .isEqualTo("nothing can be aligned to 3; ask for a power of two");
  }

  @Test
  void alignedBlockCanBeAQuarterOfTheFamily() {
    var pool = pool("::/0");

    var quarter = BigInteger.TWO.pow(126);
    pool.pin("a", range("::"));

    assertThat(pool.allocateAligned("b", quarter, quarter)).isEqualTo(granted("4000::/2"));
  }

  @Test
  void alignedBlockFitsOnlyWhereItCanBegin() {
    var pool = pool("10.0.0.1-10.0.0.14");
    var eight = BigInteger.valueOf(8);
    var four = BigInteger.valueOf(4);

    assertThat(pool.capacity().fits(eight)).isTrue();
    assertThat(pool.fits(eight, eight)).isFalse();
    assertThat(pool.fits(four, four)).isTrue();
    assertThat(pool.fits(BigInteger.ZERO, four)).isFalse();
    assertThat(pool.capacity().used()).isZero();
  }

  private static Grant<String> aligned(Allocator<String> pool, long count, long alignment) {
    return pool.allocateAligned("a", BigInteger.valueOf(count), BigInteger.valueOf(alignment));
  }

  @Test
  void piecesAreAsFewAsCanBe() {
    var pool = pool("10.0.0.0-10.0.0.2", "10.0.1.0-10.0.1.4", "10.0.2.0-10.0.2.7", "10.0.3.0");

    assertThat(inPieces(pool, 10, 4)).isEqualTo(granted("10.0.2.0/29", "10.0.0.0/31"));
    assertThat(inPieces(pool, 5, 2)).isEqualTo(granted("10.0.1.0-10.0.1.4"));
  }

  @Test
  void piecesOfEqualSizeAreUsedOnceEach() {
    var pool = pool("10.0.0.0/31", "10.0.1.0/31", "10.0.2.0/31");

    assertThat(inPieces(pool, 6, 3))
        .isEqualTo(granted("10.0.0.0/31", "10.0.1.0/31", "10.0.2.0/31"));
    assertThat(pool.free()).isZero();
  }

  @Test
  void piecesAboveTheLimitAreNotTaken() {
    var pool = pool("10.0.0.0/31", "10.0.1.0/31", "10.0.2.0/31");

    var refusal = inPieces(pool, 5, 2);

    assertThat(refusal.sentence())
        .isEqualTo(
            "no 5 addresses in at most 2 pieces: 6 are free, but the largest 2 free runs hold 4");
    assertThat(inPieces(pool, 7, 9)).isInstanceOf(Grant.NoContiguousBlock.class);
    assertThat(inPieces(pool, 7, 0)).isInstanceOf(Grant.Senseless.class);
    assertThat(pool.free()).isEqualTo(6);
  }

  private static Grant<String> inPieces(Allocator<String> pool, long count, int most) {
    return pool.allocateInPieces("a", BigInteger.valueOf(count), most);
  }
}
