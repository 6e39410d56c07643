/** {@code ./butler new provider}: in a copy of the tree, compiled, and asked what is missing. */
@NullMarked
package dev.butlerlabs.butler.systemtests.scaffold;

import org.jspecify.annotations.NullMarked;
