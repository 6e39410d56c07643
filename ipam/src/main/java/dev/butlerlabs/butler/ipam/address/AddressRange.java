package dev.butlerlabs.butler.ipam.address;

import java.math.BigInteger;
import java.util.Comparator;
import java.util.Optional;

/** All addresses from one to another of the same family, both included. Never empty. */
public record AddressRange(Address start, Address end) implements Comparable<AddressRange> {

  private static final Comparator<AddressRange> ORDER =
      Comparator.comparing(AddressRange::start).thenComparing(AddressRange::end);

  public AddressRange {
    if (start.family() != end.family() || start.isAfter(end)) {
      throw new IllegalArgumentException("no range goes from " + start + " to " + end);
    }
  }

  public static AddressRange of(Address only) {
    return new AddressRange(only, only);
  }

  /** The range of that many addresses; it must not leave the family. */
  public static AddressRange ofSize(Address start, BigInteger size) {
    var distance =
        Distance.ofSize(size)
            .filter(far -> far.compareTo(start.distanceTo(Address.last(start.family()))) <= 0)
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "there are no " + size + " addresses from " + start + " on"));
    return new AddressRange(start, start.plus(distance));
  }

  /** Reads {@code start-end}, a block, or one address, strictly. */
  public static Parsed<AddressRange> parse(String text) {
    if (text.indexOf('/') >= 0) {
      return Block.parse(text).then(block -> Parsed.good(block.range()));
    }
    var dash = text.indexOf('-');
    if (dash < 0) {
      return Address.parse(text).then(only -> Parsed.good(of(only)));
    }
    return between(text.substring(0, dash), text.substring(dash + 1));
  }

  /** Reads the two ends of a range. */
  public static Parsed<AddressRange> between(String start, String end) {
    return Address.parse(start).then(low -> Address.parse(end).then(high -> between(low, high)));
  }

  /** The range with these ends, if they are of one family and in order. */
  public static Parsed<AddressRange> between(Address start, Address end) {
    if (start.family() != end.family()) {
      return Parsed.bad(
          "%s-%s mixes %s and %s; write both ends in the same family"
              .formatted(start, end, start.family(), end.family()));
    }
    if (start.isAfter(end)) {
      return Parsed.bad(
          "%s-%s ends before it starts; write %s-%s".formatted(start, end, end, start));
    }
    return Parsed.good(new AddressRange(start, end));
  }

  public Family family() {
    return start.family();
  }

  /** How far apart the ends are. */
  public Distance distance() {
    return start.distanceTo(end);
  }

  /** How many addresses it holds. */
  public BigInteger size() {
    return distance().size();
  }

  public boolean contains(Address address) {
    return !address.isBefore(start) && !address.isAfter(end);
  }

  public boolean contains(AddressRange other) {
    return contains(other.start) && contains(other.end);
  }

  public boolean overlaps(AddressRange other) {
    return !start.isAfter(other.end) && !other.start.isAfter(end);
  }

  /** The addresses both have. */
  public Optional<AddressRange> common(AddressRange other) {
    if (!overlaps(other)) {
      return Optional.empty();
    }
    return Optional.of(
        new AddressRange(
            start.isBefore(other.start) ? other.start : start,
            end.isAfter(other.end) ? other.end : end));
  }

  /** With the addresses right below and right above it, where there are any. */
  public AddressRange widened() {
    return new AddressRange(
        start.isFirst() ? start : start.previous(), end.isLast() ? end : end.next());
  }

  /** The block that holds exactly these addresses, if one does. */
  public Optional<Block> block() {
    var distance = distance();
    var bits =
        distance.high() == 0
            ? 64 - Long.numberOfLeadingZeros(distance.low())
            : 128 - Long.numberOfLeadingZeros(distance.high());
    if (start.trailingZeros() < bits || !end.equals(Block.last(start, bits))) {
      return Optional.empty();
    }
    return Optional.of(new Block(start, family().bits() - bits));
  }

  @Override
  public int compareTo(AddressRange other) {
    return ORDER.compare(this, other);
  }

  /** A block's text where it is a block, otherwise {@code start-end}. */
  @Override
  public String toString() {
    return block().map(Block::toString).orElseGet(() -> start + "-" + end);
  }
}
