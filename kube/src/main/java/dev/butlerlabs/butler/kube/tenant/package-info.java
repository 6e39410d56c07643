/**
 * Clients for many tenants' API servers, kept apart from each other.
 *
 * <p>Promises: rotated credentials are noticed, a dead tenant costs its own callers a little time
 * and nobody else any, what is not used is closed. Never: a credential kept under a name that
 * another tenant could take; a credential shown.
 */
@NullMarked
package dev.butlerlabs.butler.kube.tenant;

import org.jspecify.annotations.NullMarked;
