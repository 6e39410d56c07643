/**
 * What addons cost: rendering a chart beside the plain program, and a fleet's worth of releases.
 *
 * <p>Promises: the classes of the product do the work, with the official Helm; what stands in for
 * anything says so in its name or in the figures.
 */
@NullMarked
package dev.butlerlabs.butler.bench.addons;

import org.jspecify.annotations.NullMarked;
