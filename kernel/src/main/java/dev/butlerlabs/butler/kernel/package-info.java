/**
 * The words every feature shares: names, conditions, reports, problems, quantities, time.
 *
 * <p>Promises: values only, built on the JDK alone. Never: Kubernetes classes, input or output,
 * threads.
 */
@NullMarked
package dev.butlerlabs.butler.kernel;

import org.jspecify.annotations.NullMarked;
