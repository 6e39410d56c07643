/**
 * Who had an address at a time, answered from the records that are kept.
 *
 * <p>Promises: a pure function; an address belongs to a claim from the instant it was given,
 * included, to the instant it was given back, not included; what the records cannot know is said to
 * be unknown. Never: guesses, or reads anything but what it is handed.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.history;

import org.jspecify.annotations.NullMarked;
