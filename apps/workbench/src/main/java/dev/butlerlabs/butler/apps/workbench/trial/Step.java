package dev.butlerlabs.butler.apps.workbench.trial;

import java.time.Duration;

/**
 * One thing that was tried.
 *
 * @param detail what was seen, with every secret taken out
 */
public record Step(String what, boolean good, Duration took, String detail) {}
