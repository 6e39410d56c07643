package dev.butlerlabs.butler.providers.machines.order.plan;

import org.jspecify.annotations.Nullable;

/**
 * What came of one step towards a thing that is there or not. All texts may be shown.
 *
 * @param <F> what is known of the thing once it is there
 */
public sealed interface Look<F> {

  /** Nothing has been asked of the platform yet; the order waits for its turn. */
  record Waiting<F>() implements Look<F> {}

  /** The platform has nothing of ours. */
  record Absent<F>() implements Look<F> {}

  /**
   * On its way, in or out.
   *
   * @param reason one word for programs: what is going on
   * @param task what the platform calls the work that runs, where it has a name
   */
  record Underway<F>(String reason, String doing, @Nullable String task) implements Look<F> {

    public Underway(String reason, String doing) {
      this(reason, doing, null);
    }
  }

  /** It is there and can be used. */
  record There<F>(F facts) implements Look<F> {}

  /** Could not see, or the step failed. Never to be read as {@link Absent}. */
  record Unclear<F>(Obstacle obstacle) implements Look<F> {}
}
