package dev.butlerlabs.butler.addons.catalog.plan;

import java.time.Instant;
import java.util.Optional;

/** Whether it is somebody's turn to take a change of the catalog. */
public sealed interface Turn {

  record Now() implements Turn {}

  /**
   * Others come first.
   *
   * @param why in a clause
   * @param until when that may be over, if the clock decides
   */
  record Later(String why, Optional<Instant> until) implements Turn {}
}
