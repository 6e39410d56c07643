package dev.butlerlabs.butler.kernel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * An amount of CPU, memory or storage the way Kubernetes writes it ({@code 500m}, {@code 16Gi}).
 *
 * <p>The user's own text is kept for writing back; comparing is by value, so {@code 1024Mi} and
 * {@code 1Gi} are the same amount though not the same record.
 */
public record Quantity(String text) {

  private static final Pattern SHAPE =
      Pattern.compile("([+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+))([numkMGTPE]|[KMGTPE]i|[eE][+-]?\\d+)?");

  private static final Map<String, BigDecimal> FACTORS =
      Map.ofEntries(
          Map.entry("n", BigDecimal.ONE.movePointLeft(9)),
          Map.entry("u", BigDecimal.ONE.movePointLeft(6)),
          Map.entry("m", BigDecimal.ONE.movePointLeft(3)),
          Map.entry("k", BigDecimal.ONE.movePointRight(3)),
          Map.entry("M", BigDecimal.ONE.movePointRight(6)),
          Map.entry("G", BigDecimal.ONE.movePointRight(9)),
          Map.entry("T", BigDecimal.ONE.movePointRight(12)),
          Map.entry("P", BigDecimal.ONE.movePointRight(15)),
          Map.entry("E", BigDecimal.ONE.movePointRight(18)),
          Map.entry("Ki", power(1)),
          Map.entry("Mi", power(2)),
          Map.entry("Gi", power(3)),
          Map.entry("Ti", power(4)),
          Map.entry("Pi", power(5)),
          Map.entry("Ei", power(6)));

  private static BigDecimal power(int of1024) {
    return new BigDecimal(BigInteger.TWO.pow(10 * of1024));
  }

  /** The exact amount, or empty when the text is not a quantity. */
  public Optional<BigDecimal> amount() {
    var match = SHAPE.matcher(text);
    if (!match.matches()) {
      return Optional.empty();
    }
    var number = new BigDecimal(match.group(1));
    var suffix = match.group(2);
    if (suffix == null) {
      return Optional.of(number);
    }
    var factor = FACTORS.get(suffix);
    return Optional.of(
        factor == null
            ? number.scaleByPowerOfTen(Integer.parseInt(suffix.substring(1)))
            : number.multiply(factor));
  }

  /** Whole units, rounded up: what a limit must be compared with. */
  public Optional<Long> wholeUnits() {
    return amount().map(value -> value.setScale(0, RoundingMode.CEILING).longValueExact());
  }

  /** Same amount, whatever the spelling. Two texts that are no quantities are equal as texts. */
  public boolean sameAs(Quantity other) {
    var mine = amount();
    var theirs = other.amount();
    return (mine.isPresent() && theirs.isPresent())
        ? mine.get().compareTo(theirs.get()) == 0
        : text.equals(other.text);
  }

  @Override
  public String toString() {
    return text;
  }
}
