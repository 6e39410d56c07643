/** Whose turn it is, tried as tables. */
@NullMarked
package dev.butlerlabs.butler.addons.jobs.plan;

import org.jspecify.annotations.NullMarked;
