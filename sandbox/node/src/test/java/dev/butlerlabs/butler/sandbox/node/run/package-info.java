/** Tests of the corner of the same name. */
@NullMarked
package dev.butlerlabs.butler.sandbox.node.run;

import org.jspecify.annotations.NullMarked;
