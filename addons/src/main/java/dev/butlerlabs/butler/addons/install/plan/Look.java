package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything a plan may know about an addon.
 *
 * @param unmet what it waits for, one clause each
 * @param ahead what is known of what has to be on the cluster first
 * @param paused somebody wants it left as it is
 */
public record Look(
    Before before,
    Resolution resolution,
    Way way,
    List<String> unmet,
    Ahead ahead,
    Past past,
    Inside inside,
    Drift drift,
    boolean paused,
    Instant now) {

  public Look {
    unmet = List.copyOf(unmet);
  }

  /** Where nothing has to be on the cluster first. */
  public Look(
      Before before,
      Resolution resolution,
      Way way,
      List<String> unmet,
      Past past,
      Inside inside,
      Drift drift,
      boolean paused,
      Instant now) {
    this(before, resolution, way, unmet, new Ahead.Clear(), past, inside, drift, paused, now);
  }

  /** Whether it may not be begun: once Helm was asked for it nothing holds it back. */
  public boolean heldBack() {
    return facts().release() == null && !(ahead instanceof Ahead.Clear);
  }

  /** What is known of the release by now. */
  Facts facts() {
    return past.over(before.facts());
  }

  /** What was told of one thing, as long as it is about the same release. */
  Optional<Verdict> told(String type) {
    return before
        .conditions()
        .find(type)
        .filter(_ -> facts().equals(before.facts()))
        .map(Condition::verdict)
        .filter(told -> !told.reason().equals("NotInstalled"));
  }
}
