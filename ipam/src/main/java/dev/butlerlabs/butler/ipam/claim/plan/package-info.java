/**
 * What is said on a claim at each step of its life, and which step comes next.
 *
 * <p>Promises: the same claim and the same moment give the same words, so that nothing is written
 * twice. Never: input or output, or a choice of addresses.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.claim.plan;

import org.jspecify.annotations.NullMarked;
