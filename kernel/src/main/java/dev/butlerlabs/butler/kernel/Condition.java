package dev.butlerlabs.butler.kernel;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One Kubernetes condition as it stands in a status: a {@link Verdict} and since when it holds. */
public record Condition(
    String type,
    Truth status,
    String reason,
    String message,
    Instant lastTransitionTime,
    @Nullable Long observedGeneration) {

  /** Whether a condition holds; {@code UNKNOWN} means we could not look, never "no". */
  public enum Truth {
    TRUE,
    FALSE,
    UNKNOWN;

    /** The spelling on the wire: {@code True}, {@code False}, {@code Unknown}. */
    public String wire() {
      return name().charAt(0) + name().substring(1).toLowerCase(java.util.Locale.ROOT);
    }
  }

  public Verdict verdict() {
    return new Verdict(type, status, reason, message);
  }
}
