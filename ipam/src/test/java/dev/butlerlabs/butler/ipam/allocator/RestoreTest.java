package dev.butlerlabs.butler.ipam.allocator;

import static dev.butlerlabs.butler.ipam.allocator.Pools.address;
import static dev.butlerlabs.butler.ipam.allocator.Pools.granted;
import static dev.butlerlabs.butler.ipam.allocator.Pools.minute;
import static dev.butlerlabs.butler.ipam.allocator.Pools.pool;
import static dev.butlerlabs.butler.ipam.allocator.Pools.range;
import static dev.butlerlabs.butler.ipam.allocator.Pools.ranges;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RestoreTest {

  @Test
  void poolFollowsFromItsFacts() {
    var restored =
        restoring()
            .held(range("10.0.0.0/30"), "a")
            .reserved(range("10.0.0.128/25"))
            .resting(range("10.0.0.4/30"), "b", minute(0), minute(10))
            .released(range("10.0.0.8/30"), minute(-5))
            .restore();

    var pool = restored.allocator();
    assertThat(restored.findings()).isEmpty();
    assertThat(pool.capacity().used()).isEqualTo(4);
    assertThat(pool.capacity().reserved()).isEqualTo(128);
    assertThat(pool.capacity().resting()).isEqualTo(4);
    assertThat(pool.occupant(address("10.0.0.9"))).isEqualTo(new Occupant.Free<>(minute(-5)));
    assertThat(pool.allocate("c", 1)).isEqualTo(granted("10.0.0.127"));
    assertThat(pool.nextRestEnd()).contains(minute(10));
  }

  @Test
  void twoHoldersOfOneAddressAreBothToldAndTheAddressStaysTaken() {
    var restored =
        restoring().held(range("10.0.0.0/29"), "a").held(range("10.0.0.6-10.0.0.9"), "b").restore();

    var pool = restored.allocator();
    assertThat(restored.findings())
        .containsExactly(new Finding.SeveralHolders<>(range("10.0.0.6/31"), Set.of("a", "b")));
    assertThat(pool.rangesOf("a")).containsExactly(range("10.0.0.0-10.0.0.5"));
    assertThat(pool.rangesOf("b")).containsExactly(range("10.0.0.8/31"));
    assertThat(pool.capacity().used()).isEqualTo(10);
    assertThat(pool.release("a", range("10.0.0.0/29"), minute(0)))
        .isEqualTo(
            new Release.NotHeld<>(
                address("10.0.0.6"),
                new Occupant.Disputed<>(range("10.0.0.6/31"), Set.of("a", "b"))));
    assertThat(pool.pin("c", range("10.0.0.7")).sentence())
        .startsWith("10.0.0.7 is disputed: 10.0.0.6/31 is recorded for a and b");
  }

  @Test
  void sameHolderToldTwiceIsNoContradiction() {
    var restored =
        restoring()
            .held(range("10.0.0.0/29"), "a")
            .held(range("10.0.0.0/29"), "a")
            .held(range("10.0.0.4-10.0.0.9"), "a")
            .restore();

    assertThat(restored.findings()).isEmpty();
    assertThat(restored.allocator().rangesOf("a")).containsExactly(range("10.0.0.0-10.0.0.9"));
  }

  @Test
  void whatIsHeldAlthoughItShouldNotBeIsTold() {
    var restored =
        restoring()
            .held(range("10.0.0.254-10.0.1.3"), "edge")
            .held(range("10.0.0.0/30"), "a")
            .reserved(range("10.0.0.2-10.0.0.9"))
            .held(range("10.0.0.64/30"), "b")
            .resting(range("10.0.0.66-10.0.0.70"), "c", minute(0), minute(9))
            .restore();

    assertThat(restored.findings())
        .containsExactlyInAnyOrder(
            new Finding.HeldOutside<>(range("10.0.1.0/30"), "edge"),
            new Finding.HeldAndReserved<>(
                range("10.0.0.2/31"), new Occupant.Held<>(range("10.0.0.0/30"), "a")),
            new Finding.HeldAndResting<>(range("10.0.0.66/31"), Set.of("b")));
    var capacity = restored.allocator().capacity();
    assertThat(capacity.used()).isEqualTo(2 + 2 + 4);
    assertThat(capacity.reserved()).isEqualTo(8);
    assertThat(capacity.resting()).isEqualTo(3);
  }

  @Test
  void heldAndReservedRangeCanBeReleasedAndStaysReserved() {
    var pool =
        restoring()
            .held(range("10.0.0.0/30"), "a")
            .reserved(range("10.0.0.2-10.0.0.9"))
            .restore()
            .allocator();

    assertThat(pool.release("a", range("10.0.0.0/30"), minute(0)))
        .isEqualTo(new Release.Freed<>(range("10.0.0.0/30")));
    assertThat(pool.capacity().reserved()).isEqualTo(8);
    assertThat(pool.free()).isEqualTo(248);
  }

  @Test
  void windowsThatOverlapAreOneAndOtherFamiliesAreLeftOut() {
    var restored =
        new Restoring<String>()
            .windows(ranges("::/64", "10.0.0.8-10.0.0.20", "10.0.0.0-10.0.0.9"))
            .restore();

    assertThat(restored.findings())
        .containsExactlyInAnyOrder(
            new Finding.WindowsOverlap<>(range("10.0.0.0-10.0.0.9"), range("10.0.0.8-10.0.0.20")),
            new Finding.OtherFamily<>(range("::/64")));
    assertThat(restored.allocator().windows()).containsExactly(range("10.0.0.0-10.0.0.20"));
  }

  @Test
  void orderOfTheFactsDoesNotMatter() {
    var facts = new ArrayList<Consumer<Restoring<String>>>();
    var random = new Random(4);
    for (var at = 0; at < 60; at++) {
      var start = random.nextInt(240);
      var range = range("10.0.0.%d-10.0.0.%d".formatted(start, start + random.nextInt(12)));
      var holder = "h" + at;
      var minute = random.nextInt(30);
      switch (at % 4) {
        case 0 -> facts.add(it -> it.held(range, holder));
        case 1 -> facts.add(it -> it.reserved(range));
        case 2 -> facts.add(it -> it.resting(range, holder, minute(minute), minute(minute + 9)));
        default -> facts.add(it -> it.released(range, minute(minute)));
      }
    }
    var first = told(facts);
    for (var round = 0; round < 20; round++) {
      Collections.shuffle(facts, random);
      assertThat(told(facts)).isEqualTo(first);
    }
  }

  /** Everything that can be asked of a pool made from the facts. */
  private static List<Object> told(List<Consumer<Restoring<String>>> facts) {
    var restoring = restoring();
    facts.forEach(fact -> fact.accept(restoring));
    var restored = restoring.restore();
    var told = new ArrayList<Object>();
    told.add(Set.copyOf(restored.findings()));
    told.add(restored.allocator().capacity());
    told.add(restored.allocator().holdings());
    for (var last = 0; last < 256; last++) {
      told.add(occupation(restored.allocator().occupant(address("10.0.0." + last))));
    }
    return told;
  }

  private static Object occupation(Occupant<String> occupant) {
    return switch (occupant) {
      case Occupant.Resting<String> resting -> List.of("rests", resting.until());
      case Occupant.Reserved<String> _ -> "reserved";
      default -> occupant;
    };
  }

  private static Restoring<String> restoring() {
    return new Restoring<String>().windows(ranges("10.0.0.0/24"));
  }

  @Test
  void poolWithoutFactsIsUnused() {
    assertThat(restoring().restore().allocator().capacity())
        .isEqualTo(pool("10.0.0.0/24").capacity());
  }
}
