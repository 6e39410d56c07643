package dev.butlerlabs.butler.addons.install.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * When an object was repaired lately. Who repairs something again and again fights somebody, and
 * gives way.
 *
 * @param repairs moments, oldest first
 * @param rest until when nothing is repaired
 */
public record Contest(List<Instant> repairs, Instant rest) {

  /** So many repairs within a minute are a fight. */
  public static final int FIGHT = 5;

  private static final Duration LATELY = Duration.ofMinutes(1);
  private static final Duration REST = Duration.ofMinutes(10);

  public Contest {
    repairs = List.copyOf(repairs);
  }

  public static Contest none() {
    return new Contest(List.of(), Instant.MIN);
  }

  public Contest repaired(Instant now) {
    var lately =
        new ArrayList<>(repairs.stream().filter(at -> at.plus(LATELY).isAfter(now)).toList());
    lately.add(now);
    return lately.size() < FIGHT
        ? new Contest(lately, rest)
        : new Contest(List.of(), now.plus(REST));
  }

  public boolean resting(Instant now) {
    return now.isBefore(rest);
  }
}
