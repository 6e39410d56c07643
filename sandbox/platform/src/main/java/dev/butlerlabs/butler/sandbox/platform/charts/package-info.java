/**
 * Charts that stand in for those of the catalog, and the repository that serves them.
 *
 * <p>Promises: every chart a definition names is there in every version it names; the same
 * definition gives the same bytes; every object says that it is a stand-in. Never: a program that
 * runs, an image that could be fetched.
 */
@NullMarked
package dev.butlerlabs.butler.sandbox.platform.charts;

import org.jspecify.annotations.NullMarked;
