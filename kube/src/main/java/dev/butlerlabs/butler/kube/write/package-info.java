/**
 * Writing to a cluster: apply and prune, status, finalizers, events, compare-and-swap.
 *
 * <p>Promises: only what was meant is written, under our own field manager; fields of others and
 * fields nobody here knows survive; expected trouble comes back as a value. Never: read, change and
 * write back a whole object; a write that nothing called for.
 */
@NullMarked
package dev.butlerlabs.butler.kube.write;

import org.jspecify.annotations.NullMarked;
