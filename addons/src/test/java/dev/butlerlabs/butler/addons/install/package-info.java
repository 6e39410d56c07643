/** Tests of addons on clusters. */
@NullMarked
package dev.butlerlabs.butler.addons.install;

import org.jspecify.annotations.NullMarked;
