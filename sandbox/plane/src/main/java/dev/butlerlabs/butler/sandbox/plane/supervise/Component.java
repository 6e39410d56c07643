package dev.butlerlabs.butler.sandbox.plane.supervise;

import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * A program the supervisor keeps running.
 *
 * @param launch asked anew for each start, so that it can pick up renewed files
 * @param readyWithin how long after its start it may take to be ready before it counts as failed
 * @param grace how long it may take to stop on its own after being asked to
 */
public record Component(
    String name,
    String address,
    Supplier<Launch> launch,
    ReadyCheck check,
    Path log,
    Duration readyWithin,
    Duration grace) {}
