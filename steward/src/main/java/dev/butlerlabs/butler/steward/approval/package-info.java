/**
 * Approval of the serving certificates that kubelets of tenants ask for.
 *
 * <p>Promises: a request is approved only if it asks for nothing but names and addresses of the
 * very node that asks; the decision is written only if the request is still the one that was looked
 * at. Never: a denial, since a person may know better; a request for another signer.
 */
@NullMarked
package dev.butlerlabs.butler.steward.approval;

import org.jspecify.annotations.NullMarked;
