package dev.butlerlabs.butler.ipam.demand.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a pool once answered: not that many addresses, and in which state it was then. It holds
 * until the pool is another one.
 *
 * @param mark the state of the pool that the answer is good for
 */
public record Refusal(String pool, int size, String reason, String mark) {

  /** Cured by addresses that come back, and no obstacle to a smaller block. */
  private static final Set<String> FOR_LACK_OF_ROOM =
      Set.of("NoContiguousBlock", "PoolExhausted", "QuotaExceeded");

  /** The answer that a claim got from its pool, which was in the state it was asked in. */
  static Refusal of(Claim refused, Pool pool) {
    var mark = refused.asked().isEmpty() ? pool.mark() : refused.asked();
    return new Refusal(pool.name(), refused.size(), refused.reason(), mark);
  }

  /** Whether the pool would only say the same again. */
  boolean holds(Pool asked, int wanted) {
    return pool.equals(asked.name()) && (roomy() ? sameRoom(asked, wanted) : sameRules(asked));
  }

  private boolean roomy() {
    return FOR_LACK_OF_ROOM.contains(reason);
  }

  private boolean sameRoom(Pool asked, int wanted) {
    return wanted >= size && mark.equals(asked.mark());
  }

  private boolean sameRules(Pool asked) {
    return mark.endsWith("." + asked.generation());
  }

  /** All of them as one line of text, to be kept with a claim. */
  public static String write(List<Refusal> refusals) {
    return refusals.stream()
        .map(one -> String.join(":", one.pool, Integer.toString(one.size), one.reason, one.mark))
        .collect(Collectors.joining(","));
  }

  /** What {@link #write} wrote; parts that somebody spoiled are passed over. */
  public static List<Refusal> read(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(part -> part.split(":", -1))
        .filter(part -> part.length == 4 && part[1].matches("\\d{1,9}"))
        .map(part -> new Refusal(part[0], Integer.parseInt(part[1]), part[2], part[3]))
        .toList();
  }
}
