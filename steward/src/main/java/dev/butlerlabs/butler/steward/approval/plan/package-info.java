/**
 * Whether a serving certificate may be had, as a pure function of the request and its node.
 *
 * <p>Promises: same input, same judgement. Never: trust in what the request says of itself.
 */
@NullMarked
package dev.butlerlabs.butler.steward.approval.plan;

import org.jspecify.annotations.NullMarked;
