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
