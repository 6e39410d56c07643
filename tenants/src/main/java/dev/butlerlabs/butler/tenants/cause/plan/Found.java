package dev.butlerlabs.butler.tenants.cause.plan;

import dev.butlerlabs.butler.api.StatusCause;
import dev.butlerlabs.butler.kernel.Cause;
import java.time.Instant;

/** The one cause, and since when it has been. */
public record Found(Cause cause, Instant since) {

  /** As it stands in the status. */
  public StatusCause status() {
    return StatusCause.of(cause, since);
  }
}
