/** The node on a real control plane. */
@NullMarked
package dev.butlerlabs.butler.sandbox.node;

import org.jspecify.annotations.NullMarked;
