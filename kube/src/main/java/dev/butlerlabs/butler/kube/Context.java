package dev.butlerlabs.butler.kube;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;

/**
 * What a reconciler may know about the run it is in.
 *
 * @param now the time of this run; plans use this one instant and ask no clock
 * @param deadline when the engine will interrupt the run
 * @param failures how many runs in a row failed before this one
 * @param reconcileId the same word stands in every log line of this run
 */
public record Context(
    ObjectKey key, Cache cache, Instant now, Instant deadline, int failures, String reconcileId) {}
