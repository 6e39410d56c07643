/**
 * Long traces of claims and releases, played by best fit, first fit and worst fit.
 *
 * <p>Promises: every strategy sees the same trace. Never: a trace depends on what a strategy did.
 */
@NullMarked
package dev.butlerlabs.butler.bench.ipam.churn;

import org.jspecify.annotations.NullMarked;
