/** Very many machines' lives, made and ended by the controllers on platforms that break. */
@NullMarked
package dev.butlerlabs.butler.bench.machines;

import org.jspecify.annotations.NullMarked;
