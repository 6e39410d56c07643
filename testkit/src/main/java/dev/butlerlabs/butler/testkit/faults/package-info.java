/**
 * A Kubernetes client that numbers its calls and breaks those it was told to break, and the matrix
 * that breaks every one of them in turn.
 *
 * <p>Promises: a fault happens exactly where it was aimed, once, and the log says so; whatever the
 * fault lets through reaches the real server. Never: chance, sleeping, answers made up for calls
 * that were not aimed at.
 */
@NullMarked
package dev.butlerlabs.butler.testkit.faults;

import org.jspecify.annotations.NullMarked;
