/**
 * Who may begin: goes through the orders of a namespace from the oldest on, and writes what may be
 * made of each into its status.
 *
 * <p>Promises: one decision at a time in each namespace, by what is stored; what was let in stays.
 * Whoever makes clusters makes what {@code status.effective} says, and nothing without it. Never:
 * makes anything itself.
 */
@NullMarked
package dev.butlerlabs.butler.teams.line;

import org.jspecify.annotations.NullMarked;
