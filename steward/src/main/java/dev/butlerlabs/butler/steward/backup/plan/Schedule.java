package dev.butlerlabs.butler.steward.backup.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * How often a tenant is saved and how many backups are kept.
 *
 * @param every from the begin of one backup to the begin of the next
 * @param keep whole ones, at least one
 */
public record Schedule(Duration every, int keep) {

  /** After this long a backup without an end is one that was cut off. */
  static final Duration CUT_OFF = Duration.ofHours(6);

  public Schedule {
    if (every.isNegative() || every.isZero() || keep < 1) {
      throw new IllegalArgumentException(
          "a schedule needs a time between backups and at least one to keep, not %s and %d"
              .formatted(every, keep));
    }
  }

  /** A backup there is. */
  public record Kept(String name, Instant begun, boolean whole) {}

  /**
   * What to do now.
   *
   * @param due whether one is to be made now
   * @param next when to look again
   * @param remove those that are too old or were cut off, oldest first
   */
  public record Plan(boolean due, Instant next, List<String> remove) {
    public Plan {
      remove = List.copyOf(remove);
    }
  }

  /** A missed time is made up for once, not as often as it was missed. */
  public Plan plan(List<Kept> there, Instant now) {
    var whole =
        there.stream()
            .filter(Kept::whole)
            .sorted(Comparator.comparing(Kept::begun).reversed())
            .toList();
    var last = whole.isEmpty() ? Instant.MIN : whole.getFirst().begun();
    var due = whole.isEmpty() || !now.isBefore(last.plus(every));
    var remove = new ArrayList<Kept>();
    whole.stream().skip(keep).forEach(remove::add);
    there.stream()
        .filter(one -> !one.whole() && one.begun().plus(CUT_OFF).isBefore(now))
        .forEach(remove::add);
    remove.sort(Comparator.comparing(Kept::begun));
    var next = due ? now.plus(every) : last.plus(every);
    return new Plan(due, next, remove.stream().map(Kept::name).toList());
  }
}
