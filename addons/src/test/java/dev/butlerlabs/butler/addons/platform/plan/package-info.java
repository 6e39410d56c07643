/** Tests of addons on clusters. */
@NullMarked
package dev.butlerlabs.butler.addons.platform.plan;

import org.jspecify.annotations.NullMarked;
