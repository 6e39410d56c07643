package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.kernel.Conditions;
import java.time.Instant;

/**
 * What was told of an addon when it was last looked at.
 *
 * @param since when the stage began
 */
public record Before(Stage stage, Instant since, Facts facts, Conditions conditions) {}
