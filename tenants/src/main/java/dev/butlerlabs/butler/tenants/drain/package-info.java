/**
 * What a cluster has had made on its platform from inside, by controllers of its own: load
 * balancers and volumes. It is taken away while those controllers still run, since nobody else
 * knows of it.
 *
 * <p>Promises: a cluster that does not answer holds its deletion up for a while, not for ever; what
 * may be left is told. Never: takes volumes of whoever did not ask for it.
 */
@NullMarked
package dev.butlerlabs.butler.tenants.drain;

import org.jspecify.annotations.NullMarked;
