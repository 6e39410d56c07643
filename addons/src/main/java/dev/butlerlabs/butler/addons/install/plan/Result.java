package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import java.util.List;

/** What came of asking Helm. */
public sealed interface Result {

  /** The release stands as it was wanted. */
  record Deployed(Facts facts) implements Result {}

  /**
   * The release is gone.
   *
   * @param stays objects that are still there, with why
   * @param purged objects that would have stayed, and were deleted by wish
   */
  record Removed(List<String> stays, List<String> purged) implements Result {

    public Removed {
      stays = List.copyOf(stays);
      purged = List.copyOf(purged);
    }

    /** Nothing is purged. */
    public Removed(List<String> stays) {
      this(stays, List.of());
    }
  }

  record Refused(Refusal refusal) implements Result {}
}
