/** What a fleet is measured with, in small. */
@NullMarked
package dev.butlerlabs.butler.bench.fleet;

import org.jspecify.annotations.NullMarked;
