/**
 * The machine that runs reconcilers: shared informers in front, one queue per controller, bounded
 * virtual threads behind it.
 *
 * <p>Promises: per-key order, coalescing, back-off, fairness between tenants, time that can be
 * stepped. Never: a write to the cluster, or a look at what an object means.
 */
@NullMarked
package dev.butlerlabs.butler.kube.engine;

import org.jspecify.annotations.NullMarked;
