/**
 * The objects a cluster is made of, as pure functions of its order.
 *
 * <p>Promises: the same order gives the same objects, in the order to apply them; names of
 * templates change with what machines are made of, and with nothing else. Never: a platform's own
 * objects, which its {@code infrastructure} draws.
 */
@NullMarked
package dev.butlerlabs.butler.tenants.objects.plan;

import org.jspecify.annotations.NullMarked;
