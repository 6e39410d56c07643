/**
 * What is decided about releases without touching one: values laid over each other, what Helm's
 * words mean, how a stuck release is freed.
 *
 * <p>Promises: the same words and the same history always give the same answer; what is secret in
 * values is in no answer. Never: a process, a cluster, a clock.
 */
@NullMarked
package dev.butlerlabs.butler.addons.helm.plan;

import org.jspecify.annotations.NullMarked;
