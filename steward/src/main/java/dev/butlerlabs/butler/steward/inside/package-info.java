/**
 * What Steward keeps inside a tenant: the administrators' binding, kubeadm's and kubelets'
 * configuration, cluster-info, and the rights of joining nodes.
 *
 * <p>Promises: every call goes through the tenant client pool and is bounded there; only our own
 * fields are written, so that the signatures beside cluster-info survive. Never: a token, an object
 * of the tenant's own.
 */
@NullMarked
package dev.butlerlabs.butler.steward.inside;

import org.jspecify.annotations.NullMarked;
