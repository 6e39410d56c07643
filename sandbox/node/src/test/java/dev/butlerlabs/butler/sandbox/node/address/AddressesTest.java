package dev.butlerlabs.butler.sandbox.node.address;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AddressesTest {

  @TempDir Path folder;

  @Test
  void blocksLieInTheirRangeAndDoNotOverlap() {
    assertThat(new Block(0).address(0)).isEqualTo("127.64.0.0");
    assertThat(new Block(0).address(4095)).isEqualTo("127.64.15.255");
    assertThat(new Block(1).address(0)).isEqualTo("127.64.16.0");
    assertThat(new Block(1023).address(4095)).isEqualTo("127.127.255.255");
    assertThat(new Block(1).index("127.64.15.255")).isEmpty();
    assertThat(new Block(1).index("127.64.16.7")).contains(7);
  }

  @Test
  void addressRestsBeforeItIsUsedAgain() {
    var pool = AddressPool.forPods(new Block(3));
    var first = pool.take().orElseThrow();
    pool.give(first);

    assertThat(pool.take().orElseThrow()).isNotEqualTo(first);
    assertThat(pool.take(first)).isTrue();
    assertThat(pool.take(first)).isFalse();
  }

  @Test
  void poolGivesEachAddressOnceAndThenNone() {
    var pool = AddressPool.forServices(new Block(3));
    var seen = new HashSet<String>();
    for (var next = pool.take(); next.isPresent(); next = pool.take()) {
      assertThat(seen.add(next.get())).isTrue();
    }

    assertThat(seen).hasSize(2047);
    assertThat(AddressPool.forPods(new Block(3)).take(seen.iterator().next())).isFalse();
  }

  @Test
  void homeKeepsItsBlockUntilSomebodyElseHasIt() {
    try (var home = Home.claim(folder)) {
      var first = BlockClaim.claim(home, new Random(1), Optional::of);
      var again = BlockClaim.claim(home, new Random(2), Optional::of);
      var taken = Set.of(first.holder());
      var moved =
          BlockClaim.claim(
              home,
              new Random(3),
              address -> taken.contains(address) ? Optional.empty() : Optional.of(address));

      assertThat(again.block()).isEqualTo(first.block());
      assertThat(moved.block()).isNotEqualTo(first.block());
      assertThat(BlockClaim.claim(home, new Random(4), Optional::of).block())
          .isEqualTo(moved.block());
    }
  }
}
