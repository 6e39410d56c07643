/**
 * What a tenant's control plane shall look like, as a pure function of one look at it: keys to be
 * made, objects to be applied, what is awaited and why.
 *
 * <p>Promises: the same look gives the same bytes; the plan of what a plan made is to do nothing.
 * Never: a client, a clock, chance, or a field taken over from a live Deployment or Service.
 */
@NullMarked
package dev.butlerlabs.butler.steward.plane.plan;

import org.jspecify.annotations.NullMarked;
