/** Tests of the corner of the same name. */
@NullMarked
package dev.butlerlabs.butler.sandbox.node.limit;

import org.jspecify.annotations.NullMarked;
