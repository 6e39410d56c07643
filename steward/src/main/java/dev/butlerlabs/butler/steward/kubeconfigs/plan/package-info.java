/**
 * Which kubeconfigs a generator wants, and whether one that is stored will do; pure functions.
 *
 * <p>Promises: same input, same answer. Never: a key.
 */
@NullMarked
package dev.butlerlabs.butler.steward.kubeconfigs.plan;

import org.jspecify.annotations.NullMarked;
