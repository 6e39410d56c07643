/** The launcher script, with everything it starts replaced by small scripts. */
@NullMarked
package dev.butlerlabs.butler.systemtests.launcher;

import org.jspecify.annotations.NullMarked;
