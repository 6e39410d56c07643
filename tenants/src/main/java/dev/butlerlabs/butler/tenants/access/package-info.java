/**
 * Ways into tenants for people: client certificates that end soon, signed for whoever may have
 * them.
 *
 * <p>Promises: nobody gets further inside a tenant than their rights here reach, and no key but the
 * asker's own is ever made for it. Never: stores a kubeconfig, hands out the administrator's.
 */
@NullMarked
package dev.butlerlabs.butler.tenants.access;

import org.jspecify.annotations.NullMarked;
