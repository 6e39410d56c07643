package dev.butlerlabs.butler.tenants.cause.plan;

import dev.butlerlabs.butler.api.StatusCause;
import dev.butlerlabs.butler.kernel.Cause;
import java.time.Instant;

/**
 * The one cause, and since when it has been.
 *
 * @param amiss whether something went wrong; otherwise it is only on its way
 */
public record Found(Cause cause, Instant since, boolean amiss) {

  /** One that is only waited for, as far as anybody knows. */
  public Found(Cause cause, Instant since) {
    this(cause, since, false);
  }

  /** As it stands in the status. */
  public StatusCause status() {
    return StatusCause.of(cause, since);
  }
}
