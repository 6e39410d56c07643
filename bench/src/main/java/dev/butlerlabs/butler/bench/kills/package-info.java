/** Programs of a platform that are killed at random, and what becomes of the clusters on it. */
@NullMarked
package dev.butlerlabs.butler.bench.kills;

import org.jspecify.annotations.NullMarked;
