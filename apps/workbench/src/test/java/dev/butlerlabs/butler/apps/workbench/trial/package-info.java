/** Trials on a platform in memory, which has what no driver of the house has yet. */
@NullMarked
package dev.butlerlabs.butler.apps.workbench.trial;

import org.jspecify.annotations.NullMarked;
