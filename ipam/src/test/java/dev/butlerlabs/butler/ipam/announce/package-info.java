/** Tests of what load balancers are told, on a real API server. */
@NullMarked
package dev.butlerlabs.butler.ipam.announce;

import org.jspecify.annotations.NullMarked;
