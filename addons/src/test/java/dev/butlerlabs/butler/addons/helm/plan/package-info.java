/** Decisions about releases, tried as tables. */
@NullMarked
package dev.butlerlabs.butler.addons.helm.plan;

import org.jspecify.annotations.NullMarked;
