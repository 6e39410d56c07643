/** Tests of the corner of the same name. */
@NullMarked
package dev.butlerlabs.butler.sandbox.node.pod;

import org.jspecify.annotations.NullMarked;
