/** Decides which agents a cluster gets, and what they are told. */
@NullMarked
package dev.butlerlabs.butler.addons.observe.plan;

import org.jspecify.annotations.NullMarked;
