/**
 * Charts as bytes that depend on nothing but what stands in them, and those the manager carries
 * because the makers of what they install publish none.
 *
 * <p>Promises: a version of a chart that was carried once never changes.
 */
@NullMarked
package dev.butlerlabs.butler.addons.charts;

import org.jspecify.annotations.NullMarked;
