package dev.butlerlabs.butler.providers.simulators.wire;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MischiefMakerTest {

  private static final Request REQUEST = new Request("GET", "/", "", Map.of(), new byte[0]);

  @Test
  void theSameSeedBreaksTheSameCalls() {
    assertThat(drawn(42)).isEqualTo(drawn(42)).isNotEqualTo(drawn(43));
  }

  @Test
  void aShareOfTheCallsIsBroken() {
    assertThat(drawn(42).stream().filter(mischief -> mischief != Mischief.NONE).count())
        .isBetween(200L, 400L);
  }

  private static List<Mischief> drawn(long seed) {
    var maker = MischiefMaker.seeded(seed, 0.3, List.of(Mischief.CUT_AFTER, Mischief.UNAVAILABLE));
    return IntStream.rangeClosed(1, 1000).mapToObj(i -> maker.next(i, REQUEST)).toList();
  }
}
