package dev.butlerlabs.butler.providers.local.plan;

import java.time.Instant;
import java.util.Optional;

/** What is to be done next about a machine. */
public sealed interface Step {

  /** Nobody has said yet with what data it is to join. */
  record AwaitData() implements Step {}

  /** It was asked to be slow. */
  record AwaitStart(Instant until) implements Step {}

  /** It was asked to start and never to join. */
  record StayAway() implements Step {}

  /** It starts and wins its certificate. */
  record Join() implements Step {}

  /**
   * Its Node is registered and kept alive.
   *
   * @param until when it was asked to fall silent; empty for never
   */
  record Serve(Optional<Instant> until) implements Step {}

  /** It was asked to die, and its time has come. */
  record FallSilent(Instant since) implements Step {}
}
