/** Jobs on a clock that is stepped by hand. */
@NullMarked
package dev.butlerlabs.butler.addons.jobs;

import org.jspecify.annotations.NullMarked;
