/**
 * The control plane as Cluster API wants it: a StewardControlPlane becomes a TenantControlPlane of
 * the same name, and what that reaches is told in both shapes of Cluster API's contract.
 *
 * <p>Promises: Cluster API finds endpoint, version, counts, kubeconfig and CA without anybody
 * polling. Never: writes the status of somebody else's object, or starts a control plane itself.
 */
@NullMarked
package dev.butlerlabs.butler.steward.capi;

import org.jspecify.annotations.NullMarked;
