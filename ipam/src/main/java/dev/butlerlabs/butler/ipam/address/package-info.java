/**
 * Addresses, ranges and blocks of both families as values, and their text.
 *
 * <p>Promises: exact 128-bit arithmetic, strict reading with a sentence that says what to write
 * instead, canonical printing. Never: name look-up, input or output, a clock.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.address;

import org.jspecify.annotations.NullMarked;
