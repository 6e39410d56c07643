package dev.butlerlabs.butler.steward.plane.plan;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which writes a tenant's API refuses, as admission calls them. */
final class Limits {

  /** Whoever rules a tenant can lift its limits; so often they are put back. */
  static final Duration WATCH = Duration.ofSeconds(30);

  private Limits() {}

  /** The same, and what is there may not grow where a tenant keeps more than it may. */
  static List<String> of(Blueprint print, Room room) {
    var refused = of(print);
    var over = room instanceof Room.Ready ready && ready.overBudget();
    add(refused, over && !refused.contains("UPDATE"), Plan.Basics.GROWTH);
    return refused;
  }

  /** Nothing when all writes are taken. */
  static List<String> of(Blueprint print) {
    var wanted = print.spec().writePermissions();
    var refused = new ArrayList<String>();
    if (wanted != null) {
      add(refused, wanted.blockCreation(), "CREATE");
      add(refused, wanted.blockUpdate(), "UPDATE");
      add(refused, wanted.blockDeletion(), "DELETE");
    }
    return refused;
  }

  private static void add(List<String> refused, @Nullable Boolean blocked, String operation) {
    if (Boolean.TRUE.equals(blocked)) {
      refused.add(operation);
    }
  }
}
