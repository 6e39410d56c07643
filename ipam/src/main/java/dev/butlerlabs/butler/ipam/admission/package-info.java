/**
 * The rules about pools, claims and providers' networks that are asked before an object is stored.
 *
 * <p>Promises: the sentences of {@code ipam.territory}, so that a refusal and a condition read
 * alike; an edit is judged by what it makes worse, so an object that was stored before a rule can
 * be repaired step by step. Never: decides; the reconcilers judge again.
 */
@NullMarked
package dev.butlerlabs.butler.ipam.admission;

import org.jspecify.annotations.NullMarked;
