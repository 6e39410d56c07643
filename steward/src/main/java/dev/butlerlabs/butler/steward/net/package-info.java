/**
 * Subnets and endpoints as values that speak text, so that plans need no network classes.
 *
 * <p>Promises: literals only. Never: a name server.
 */
@NullMarked
package dev.butlerlabs.butler.steward.net;

import org.jspecify.annotations.NullMarked;
