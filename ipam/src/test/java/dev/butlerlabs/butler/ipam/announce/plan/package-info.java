/** Tests of who may have an address. */
@NullMarked
package dev.butlerlabs.butler.ipam.announce.plan;

import org.jspecify.annotations.NullMarked;
