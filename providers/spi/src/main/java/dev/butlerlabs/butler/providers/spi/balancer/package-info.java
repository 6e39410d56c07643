/**
 * Load balancers in front of control planes, on platforms that have them.
 *
 * <p>Promises: as for machines. Never: a balancer without its owner's mark.
 */
@NullMarked
package dev.butlerlabs.butler.providers.spi.balancer;

import org.jspecify.annotations.NullMarked;
