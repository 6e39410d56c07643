/** What holds for all of addons. */
@NullMarked
package dev.butlerlabs.butler.addons;

import org.jspecify.annotations.NullMarked;
