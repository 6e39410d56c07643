/**
 * What every stand-in for a platform is made of: an HTTPS server, and a hand that breaks calls.
 *
 * <p>Promises: the same seed breaks the same calls. Never: knowledge of a driver of ours.
 */
@NullMarked
package dev.butlerlabs.butler.providers.simulators.wire;

import org.jspecify.annotations.NullMarked;
