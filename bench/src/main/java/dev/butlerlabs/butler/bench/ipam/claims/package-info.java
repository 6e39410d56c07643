/**
 * Claims on a real API server: how fast they are served, and what they cost once they are.
 *
 * <p>Promises: what is measured and what it is measured against go through the same client in the
 * same run. Never: more than the controllers of addresses.
 */
@NullMarked
package dev.butlerlabs.butler.bench.ipam.claims;

import org.jspecify.annotations.NullMarked;
