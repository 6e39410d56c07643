package dev.butlerlabs.butler.bench.ipam.speed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.ipam.allocator.Grant;
import dev.butlerlabs.butler.ipam.allocator.Withdrawal;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpeedTest {

  @Test
  void heldRangeCostsAtMost200Bytes() {
    assertThat(new Speed(20_000, 1).heap())
        .hasSize(2)
        .allMatch(Figure::met, "at most 200 bytes per range");
  }

  @Test
  void everyOperationDoesWhatItIsMeasuredFor() {
    var scene = filled(new Scene());
    var speed = new AllocatorSpeed();
    for (var round = 0; round < 500; round++) {
      scene.next();
      var answer =
          switch (round % 9) {
            case 0 -> speed.allocate(scene);
            case 1 -> speed.allocateAligned(scene);
            case 2 -> speed.pin(scene);
            case 3 -> speed.release(scene);
            case 4 -> speed.releaseAtOnce(scene);
            case 5 -> speed.grow(scene);
            case 6 -> speed.shrink(scene);
            case 7 -> speed.reserve(scene);
            default -> speed.quarantine(scene);
          };

      assertThat(answer.getClass().getSimpleName())
          .isIn("Granted", "Rests", "Freed", "Grown", "Shrunk", "Done");
      assertThat(answer.toString()).isNotEqualTo("Done[changed=0]");
    }
    scene.next();
    assertThat(speed.capacity(scene).toString()).contains("heldRanges=1000").contains("resting=0");
  }

  @Test
  void unreserveFreesWhatIsReserved() {
    var scene = filled(new AllocatorSpeed.Reserved());
    scene.next();

    assertThat(new AllocatorSpeed().unreserve(scene))
        .isEqualTo(new Withdrawal.Done<>(scene.free.size()));
  }

  @Test
  void expireFreesWhatHasRested() {
    var scene = filled(new AllocatorSpeed.Rested());
    scene.next();

    assertThat(new AllocatorSpeed().expire(scene)).isEqualTo(List.of(scene.free));
  }

  @Test
  void piecesAreSeveral() {
    var scene = filled(new AllocatorSpeed.Scattered());
    for (var round = 0; round < 100; round++) {
      scene.next();

      var answer = new AllocatorSpeed().allocateInPieces(scene);

      assertThat(answer).isInstanceOf(Grant.Granted.class);
      assertThat(((Grant.Granted<?>) answer).ranges()).hasSizeBetween(2, 4);
    }
  }

  private static <S extends Scene> S filled(S scene) {
    scene.block = "10.16.0.0/16";
    scene.ranges = 1_000;
    scene.fill();
    return scene;
  }
}
