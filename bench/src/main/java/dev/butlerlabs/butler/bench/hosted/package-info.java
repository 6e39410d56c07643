/**
 * How long a hosted control plane takes to serve.
 *
 * <p>Promises: the bare kube-apiserver is started in the same run, in alternating order, with the
 * flags of the hosted one, on the same etcd, from nothing. Never: figures without what they are
 * held against.
 */
@NullMarked
package dev.butlerlabs.butler.bench.hosted;

import org.jspecify.annotations.NullMarked;
