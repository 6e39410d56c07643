/**
 * Addresses of a pool that something other than a tenant's claim uses: Services, Nodes and Machines
 * of the management cluster, gateways.
 *
 * <p>Promises: every use anywhere in the pool's block is told in its status, numerically sorted,
 * and written only when it changed; a tenant's own use of what it was given is not told. Never:
 * gives out, reserves or frees anything; that is the pool's business, which reads what is told
 * here.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.infrastructure;

import org.jspecify.annotations.NullMarked;
