/** Tests of what is decided about addons. */
@NullMarked
package dev.butlerlabs.butler.addons.install.plan;

import org.jspecify.annotations.NullMarked;
