/**
 * How long the platform takes to come up, and how much memory the manager takes.
 *
 * <p>Promises: the bare parts are measured in the same run, in alternating order. Never: figures
 * without what they are held against.
 */
@NullMarked
package dev.butlerlabs.butler.bench.startup;

import org.jspecify.annotations.NullMarked;
