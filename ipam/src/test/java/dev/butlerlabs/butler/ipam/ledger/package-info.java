/** The text of a ledger, and the book. */
@NullMarked
package dev.butlerlabs.butler.ipam.ledger;

import org.jspecify.annotations.NullMarked;
