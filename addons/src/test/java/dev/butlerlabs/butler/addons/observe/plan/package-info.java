/** Tests of the corner of the same name. */
@NullMarked
package dev.butlerlabs.butler.addons.observe.plan;

import org.jspecify.annotations.NullMarked;
