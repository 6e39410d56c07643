/**
 * The content of Secrets as text.
 *
 * <p>Promises: what goes in comes out. Never: a log line.
 */
@NullMarked
package dev.butlerlabs.butler.steward.secrets;

import org.jspecify.annotations.NullMarked;
