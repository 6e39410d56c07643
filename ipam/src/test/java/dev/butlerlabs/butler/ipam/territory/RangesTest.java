package dev.butlerlabs.butler.ipam.territory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Family;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RangesTest {

  private static Ranges ranges(String... texts) {
    return Ranges.of(Arrays.stream(texts).map(text -> AddressRange.parse(text).require()).toList());
  }

  @Test
  void touchingAndOverlappingRangesAreJoined() {
    var joined = ranges("10.0.0.5-10.0.0.9", "10.0.0.0-10.0.0.4", "10.0.0.8-10.0.0.20");

    assertThat(joined.all()).hasToString("[10.0.0.0-10.0.0.20]");
  }

  @Test
  void familiesAreNeverJoined() {
    var both = ranges("255.255.255.255", "::1:0:0:0:0");

    assertThat(both.all()).hasSize(2);
  }

  @Test
  void holesSplitWhatTheyAreCutFrom() {
    var left = ranges("10.0.0.0/24").minus(ranges("10.0.0.0", "10.0.0.16/28", "10.0.0.255"));

    assertThat(left.all()).hasToString("[10.0.0.1-10.0.0.15, 10.0.0.32-10.0.0.254]");
  }

  @Test
  void endsOfTheFamilyAreReached() {
    var all = ranges("::/0");

    assertThat(all.minus(ranges("::")).all()).hasSize(1);
    assertThat(all.minus(all).isEmpty()).isTrue();
    assertThat(all.size().bitLength()).isEqualTo(129);
  }

  @Test
  void agreesWithBitsOnRandomSets() {
    var seed = 20261115L;
    var random = new Random(seed);
    for (var round = 0; round < 2_000; round++) {
      var left = bits(random);
      var right = bits(random);
      var sum = copy(left);
      sum.or(right);
      var rest = copy(left);
      rest.andNot(right);
      var both = copy(left);
      both.and(right);

      assertThat(of(left).plus(of(right))).as("seed %d, round %d", seed, round).isEqualTo(of(sum));
      assertThat(of(left).minus(of(right))).as("seed %d round %d", seed, round).isEqualTo(of(rest));
      assertThat(of(left).common(of(right))).as("seed %d", seed).isEqualTo(of(both));
      assertThat(of(left).size().intValueExact()).isEqualTo(left.cardinality());
    }
  }

  private static BitSet bits(Random random) {
    var bits = new BitSet();
    for (var runs = random.nextInt(6); runs > 0; runs--) {
      var from = random.nextInt(64);
      bits.set(from, Math.min(64, from + 1 + random.nextInt(12)));
    }
    return bits;
  }

  private static BitSet copy(BitSet bits) {
    return BitSet.valueOf(bits.toLongArray());
  }

  private static Ranges of(BitSet bits) {
    List<AddressRange> single = new ArrayList<>();
    bits.stream()
        .forEach(
            bit -> single.add(AddressRange.of(new Address(Family.IPV4, 0, 0x0a000000L + bit))));
    return Ranges.of(single);
  }
}
