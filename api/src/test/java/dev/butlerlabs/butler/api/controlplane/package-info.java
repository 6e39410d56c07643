/** Reading and writing of the control-plane kinds. */
@NullMarked
package dev.butlerlabs.butler.api.controlplane;

import org.jspecify.annotations.NullMarked;
