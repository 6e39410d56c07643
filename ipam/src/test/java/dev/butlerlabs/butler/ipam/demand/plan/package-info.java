/** Tests of the plan, and the world it is played in. */
@NullMarked
package dev.butlerlabs.butler.ipam.demand.plan;

import org.jspecify.annotations.NullMarked;
