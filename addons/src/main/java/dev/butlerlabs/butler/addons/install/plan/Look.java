package dev.butlerlabs.butler.addons.install.plan;

import java.time.Instant;
import java.util.List;

/**
 * Everything a plan may know about an addon.
 *
 * @param unmet what it waits for, one clause each
 * @param paused somebody wants it left as it is
 */
public record Look(
    Before before,
    Resolution resolution,
    Way way,
    List<String> unmet,
    Past past,
    Inside inside,
    boolean paused,
    Instant now) {

  public Look {
    unmet = List.copyOf(unmet);
  }

  /** What is known of the release by now. */
  Facts facts() {
    return past.over(before.facts());
  }
}
