/**
 * What load balancers of tenants announce: MetalLB's pool in each tenant follows the claims of its
 * cluster.
 *
 * <p>Promises: what a cluster was given is announced, and nothing else; addresses are told to be
 * withdrawn only after a look into the tenant found nobody who has them. Never: a word on what a
 * cluster needs, which is the demand's.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.announce;

import org.jspecify.annotations.NullMarked;
