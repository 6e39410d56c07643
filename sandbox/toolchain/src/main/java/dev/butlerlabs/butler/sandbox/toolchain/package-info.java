/**
 * Finds, fetches or builds the programs the sandbox runs, each at exactly one version.
 *
 * <p>Promises: every program comes from the first place that has it (configured path, {@code PATH},
 * cache, official image, Go), says where it came from, and is checked before it is handed out; a
 * killed run loses at most the program under way. Never: reads the process environment itself,
 * starts a server, or takes a program of another version without being told to.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.toolchain;

import org.jspecify.annotations.NullMarked;
