/** Tests of the demand on a real API server. */
@NullMarked
package dev.butlerlabs.butler.ipam.demand;

import org.jspecify.annotations.NullMarked;
