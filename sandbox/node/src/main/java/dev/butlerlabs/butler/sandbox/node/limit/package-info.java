/** Holds programs to the memory and the processors they may take, where this machine allows it. */
@NullMarked
package dev.butlerlabs.butler.sandbox.node.limit;

import org.jspecify.annotations.NullMarked;
