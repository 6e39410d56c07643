/**
 * The whole platform on one machine: the control plane, our CRDs, Cluster API and the manager.
 *
 * <p>Promises: safe to start again after any crash; stopping leaves no process behind. Never: words
 * to a terminal (that is the app's part), work inside tenant clusters.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.platform;

import org.jspecify.annotations.NullMarked;
