/** The real program against real and played counterparts. */
@NullMarked
package dev.butlerlabs.butler.addons.helm;

import org.jspecify.annotations.NullMarked;
