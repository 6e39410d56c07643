/** What only a real API server can tell about the kinds: installing, rules, samples, writes. */
@NullMarked
package dev.butlerlabs.butler.api.live;

import org.jspecify.annotations.NullMarked;
