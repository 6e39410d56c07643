/**
 * Measurements that decide something or hold a promise, each with one name under {@code ./butler
 * bench}.
 *
 * <p>Promises: ratios within one run, on real programs. Never: used by another module.
 */
@NullMarked
package dev.butlerlabs.butler.bench;

import org.jspecify.annotations.NullMarked;
