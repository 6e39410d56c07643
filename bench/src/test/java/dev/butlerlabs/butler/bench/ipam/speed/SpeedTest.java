package dev.butlerlabs.butler.bench.ipam.speed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.bench.Figure;
import org.junit.jupiter.api.Test;

class SpeedTest {

  @Test
  void heldRangeCostsAtMost200Bytes() {
    assertThat(new Speed(20_000, 1).heap())
        .hasSize(2)
        .allMatch(Figure::met, "at most 200 bytes per range");
  }

  @Test
  void everyOperationCanBeMeasured() {
    var speed = new AllocatorSpeed();
    speed.block = "10.16.0.0/16";
    speed.ranges = 1_000;
    speed.fill();
    for (var round = 0; round < 500; round++) {
      speed.undo();
      var answer =
          switch (round % 8) {
            case 0 -> speed.allocate();
            case 1 -> speed.allocateAligned();
            case 2 -> speed.allocateInPieces();
            case 3 -> speed.pin();
            case 4 -> speed.release();
            case 5 -> speed.resize();
            case 6 -> speed.reserve();
            default -> speed.quarantineAndExpire();
          };
      assertThat(answer.getClass().getSimpleName())
          .isIn("Granted", "Rests", "Unchanged", "Grown", "Shrunk", "NoRoom", "Done", "ArrayList");
    }
    speed.undo();
    assertThat(speed.capacity().toString()).contains("heldRanges=1000").contains("resting=0");
  }
}
