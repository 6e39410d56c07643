package dev.butlerlabs.butler.apps.workbench.trial;

import java.time.Duration;

/**
 * How long is waited.
 *
 * @param every between two looks
 * @param coming until a thing is there
 * @param going until it is gone
 */
public record Limits(Duration every, Duration coming, Duration going) {}
