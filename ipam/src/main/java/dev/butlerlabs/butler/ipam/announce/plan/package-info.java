/** Decides from what is seen in a tenant whether somebody there may announce an address. */
@NullMarked
package dev.butlerlabs.butler.ipam.announce.plan;

import org.jspecify.annotations.NullMarked;
