/** The allocator by example, at its edges, and against a model that looks at every address. */
@NullMarked
package dev.butlerlabs.butler.ipam.allocator;

import org.jspecify.annotations.NullMarked;
